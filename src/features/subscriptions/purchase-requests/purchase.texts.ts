import { formatKiddocash, formatMoney } from '../../../shared/money.ts';
import { formatLocalDate } from '../../../shared/local-dates.ts';
import type { Language } from '../../guardians/schema.ts';
import type { EmailContent, EmailLanguage, EmailPart } from '../../mail/schema.ts';
import type { Channel } from '../schema.ts';
import { PURCHASE_REQUEST_DAYS, REPLY_MAX, type PurchaseItem, type PurchaseTiming, type PurchaseView } from './schema.ts';

// What guardians read who are asked to pay, on the page and in the mail. The texts of the player's side are in texts.ts.

/** How a state is explained in which nothing can be done. */
type Notice = { title: string; text: string };
type ClosedState = Exclude<PurchaseView['state'], 'open'>;

const english = {
  metaTitle: 'A child asks you to pay | Kiddo',
  otherLanguage: 'Kiswahili',
  /** The username stands before it. */
  title: (item: string) => ` asks for ${item}`,
  asked: (day: string) => `“Ask at home” was pressed on ${day}. Nothing is paid until you pay it.`,
  item: {
    plan: (name: string, days: number) => `Kiddo ${name}, ${days} days`,
    pack: (amount: number) => `${formatKiddocash(amount)} kiddocash`,
  },
  facts: {
    label: 'What is asked for',
    what: 'What',
    price: 'Price',
    brings: 'It brings',
    after: (days: number) => `After ${days} days`,
    ends: 'It ends by itself',
    packBrings: 'Kiddocash for things that the avatar wears',
    renewal: 'After that',
    never: 'Nothing more is paid',
    month: 'This month so far',
  },
  kiddocash: (amount: number) => `${formatKiddocash(amount)} kiddocash`,
  money: (minor: number) => formatMoney({ minor, currency: 'KES' }),
  pay: {
    mpesa: (price: string) => `Pay ${price} by M-Pesa`,
    card: () => 'Pay by card',
  } as Record<Channel, (price: string) => string>,
  paying: 'One moment...',
  payHint: 'You pay on the page of our payment company. Paid once: a card is not charged again.',
  refuse: {
    title: 'Or say no',
    reply: 'A word to the child, if you like',
    hint: 'The child reads it.',
    placeholder: 'Maybe after the exams',
    button: 'Say no',
    busy: 'One moment...',
  },
  once: (day: string) => `This link works once, until ${day}.`,
  change: 'To change what you allowed, use the other link in our mail.',
  begun: {
    title: 'A payment was begun',
    text: 'Somebody went from here to the payment page a short time ago. If it was paid, wait a moment: this page looks again by itself. Do not pay it twice. What is paid a second time brings nothing, and our team pays it back.',
  },
  timing: {
    begins: (day: string) => `It begins on ${day}, when the days that are paid already end.`,
    kiddocash: (day: string) => `The kiddocash comes on ${day}: it comes once a month.`,
    endsCard: (plan: string) => `The card that pays ${plan} now is not charged any more.`,
  },
  notPaid: { title: 'It was not paid', text: 'Nothing was taken. You can try again, or say no.' },
  again: 'Look again',
  notices: {
    confirming: {
      title: 'We are waiting for the payment',
      text: 'This page looks again by itself. Once the payment company says that it is paid, it shows here, and the child hears it. If nobody pays, nothing is taken. You can close this page.',
    },
    held: {
      title: 'We are looking at your payment',
      text: 'Something about it does not fit, so it brought nothing. Your money is not lost: somebody of our team looks at it, and pays back what brought nothing. We wrote you a mail about it.',
    },
    paid: {
      title: 'Thank you, it is paid',
      text: 'The child was told. The receipt comes to you by mail. Nothing more is paid.',
    },
    'paid-back': { title: 'The money went back', text: 'It was paid, and then the money went back to who paid. What it brought ended.' },
    refused: { title: 'You said no', text: 'The child was told.' },
    cancelled: { title: 'It is not asked for any more', text: 'The child took it back, or has it already. You need to do nothing.' },
    expired: {
      title: 'This question is over',
      text: `It was good for ${PURCHASE_REQUEST_DAYS} days. The child can ask you again.`,
    },
    closed: {
      title: 'This cannot be paid any more',
      text: 'You do not allow any buying now, or the account is closed or about to be. You need to do nothing.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Perhaps a part of it is missing: open our mail again and press its button. Or it is from a long time ago: then it is deleted.',
    },
  } satisfies Record<ClosedState, Notice>,
  reply: 'You wrote to the child:',
  questions: { before: 'Questions? Write to us by the ', link: 'contact page', after: '.' },
  done: { title: 'Your no is stored', text: 'The child was told.' },
  payingClosed: {
    title: 'Paying is closed for the moment',
    text: 'Nothing can be paid right now, and nothing is taken. Please open this page again later. You can still say no.',
  },
  failedTitle: 'That did not work',
  failed: {
    'switched-off': 'Paying is closed for the moment. Nothing was taken. Please open this page again later.',
    'read-only':
      'We are working on Kiddo right now, so nothing can be paid for a while. Nothing was taken. Please open this page again later. You can still say no.',
    'bad-input': 'Please look at what you typed.',
    closed: 'This can neither be paid nor answered any more. Load the page again to see why.',
    unavailable: 'The payment company cannot be reached at the moment. Nothing was taken. Please try again in a few minutes.',
    'not-available': 'The payment company did not accept this. Nothing was taken. Please try the other way to pay.',
    'too-many-requests': 'You did that very often in a short time. Nothing was taken. Please try again in an hour.',
    other: 'Nothing was taken and nothing was stored. Please try again in a moment.',
  },
  fieldErrors: {
    reply: {
      long: `Please write at most ${REPLY_MAX} characters.`,
      words:
        'Our filter does not let these words through to a child. Please say it in another way, without numbers, links and unkind words.',
    },
  },
};

/** All texts of the guardian's page in one language. */
export type PurchaseTexts = typeof english;

const swahili: PurchaseTexts = {
  metaTitle: 'Mtoto anakuomba ulipe | Kiddo',
  otherLanguage: 'English',
  title: (item) => ` anaomba ${item}`,
  asked: (day) => `Kitufe cha “Ask at home” (uliza nyumbani) kilibonyezwa ${day}. Hakuna kinacholipwa hadi wewe ulipe.`,
  item: {
    plan: (name, days) => `Kiddo ${name}, siku ${days}`,
    pack: (amount) => `kiddocash ${formatKiddocash(amount)}`,
  },
  facts: {
    label: 'Kinachoombwa',
    what: 'Nini',
    price: 'Bei',
    brings: 'Inaleta',
    after: (days) => `Baada ya siku ${days}`,
    ends: 'Inaisha yenyewe',
    packBrings: 'Kiddocash ya kununua vitu ambavyo avatar huvaa',
    renewal: 'Baada ya hapo',
    never: 'Hakuna kingine kinacholipwa',
    month: 'Mwezi huu hadi sasa',
  },
  kiddocash: (amount) => `kiddocash ${formatKiddocash(amount)}`,
  money: (minor) => formatMoney({ minor, currency: 'KES' }),
  pay: {
    mpesa: (price) => `Lipa ${price} kwa M-Pesa`,
    card: () => 'Lipa kwa kadi',
  },
  paying: 'Subiri kidogo...',
  payHint: 'Unalipa kwenye ukurasa wa kampuni yetu ya malipo. Unalipa mara moja tu: kadi haitozwi tena.',
  refuse: {
    title: 'Au sema hapana',
    reply: 'Neno kwa mtoto, ukipenda',
    hint: 'Mtoto atalisoma.',
    placeholder: 'Labda baada ya mitihani',
    button: 'Sema hapana',
    busy: 'Subiri kidogo...',
  },
  once: (day) => `Kiungo hiki kinafanya kazi mara moja, hadi ${day}.`,
  change: 'Ili kubadilisha ulichoruhusu, tumia kiungo kingine kilicho katika barua pepe yetu.',
  begun: {
    title: 'Malipo yameanzishwa',
    text: 'Muda mfupi uliopita mtu alitoka hapa kwenda kwenye ukurasa wa malipo. Ikiwa yamelipwa, subiri kidogo: ukurasa huu unaangalia tena wenyewe. Usilipe mara mbili. Kinacholipwa mara ya pili hakileti chochote, na timu yetu inakirudisha.',
  },
  timing: {
    begins: (day) => `Inaanza ${day}, siku ambazo tayari zimelipwa zitakapoisha.`,
    kiddocash: (day) => `Kiddocash inakuja ${day}: inakuja mara moja kwa mwezi.`,
    endsCard: (plan) => `Kadi inayolipa ${plan} sasa haitozwi tena.`,
  },
  notPaid: { title: 'Haijalipwa', text: 'Hakuna pesa zilizochukuliwa. Unaweza kujaribu tena, au kusema hapana.' },
  again: 'Angalia tena',
  notices: {
    confirming: {
      title: 'Tunasubiri malipo',
      text: 'Ukurasa huu unaangalia tena wenyewe. Kampuni ya malipo ikisema kwamba imelipwa, itaonekana hapa, na mtoto ataambiwa. Mtu asipolipa, hakuna pesa zinazochukuliwa. Unaweza kufunga ukurasa huu.',
    },
    held: {
      title: 'Tunaangalia malipo yako',
      text: 'Kuna jambo lisilolingana, kwa hiyo malipo hayakuleta chochote. Pesa zako hazijapotea: mtu wa timu yetu anayaangalia, na anarudisha kilicholipwa bila kuleta chochote. Tumekuandikia barua pepe kuhusu hilo.',
    },
    paid: {
      title: 'Asante, imelipwa',
      text: 'Mtoto ameambiwa. Risiti inakuja kwako kwa barua pepe. Hakuna kingine kinacholipwa.',
    },
    'paid-back': { title: 'Pesa zimerudishwa', text: 'Ililipwa, kisha pesa zikarudishwa kwa aliyelipa. Kilicholetwa kimeisha.' },
    refused: { title: 'Umesema hapana', text: 'Mtoto ameambiwa.' },
    cancelled: { title: 'Haombwi tena', text: 'Mtoto ameghairi ombi lake, au tayari anacho alichoomba. Huhitaji kufanya chochote.' },
    expired: {
      title: 'Ombi hili limeisha',
      text: `Lilikuwa la siku ${PURCHASE_REQUEST_DAYS}. Mtoto anaweza kukuomba tena.`,
    },
    closed: {
      title: 'Haiwezi kulipwa tena',
      text: 'Sasa huruhusu kununua chochote, au akaunti imefungwa au iko karibu kufungwa. Huhitaji kufanya chochote.',
    },
    unknown: {
      title: 'Kiungo hiki hakifanyi kazi',
      text: 'Huenda sehemu yake imekosekana: fungua tena barua pepe yetu na ubonyeze kitufe chake. Au ni cha zamani: basi kimefutwa.',
    },
  },
  reply: 'Ulimwandikia mtoto:',
  questions: { before: 'Una maswali? Tuandikie kwenye ', link: 'ukurasa wa mawasiliano', after: '.' },
  done: { title: 'Tumehifadhi jibu lako', text: 'Mtoto ameambiwa.' },
  payingClosed: {
    title: 'Malipo yamefungwa kwa sasa',
    text: 'Kwa sasa hakuna kinachoweza kulipwa, na hakuna pesa zinazochukuliwa. Tafadhali fungua ukurasa huu tena baadaye. Bado unaweza kukataa.',
  },
  failedTitle: 'Haikufaulu',
  failed: {
    'switched-off': 'Malipo yamefungwa kwa sasa. Hakuna pesa zilizochukuliwa. Tafadhali fungua ukurasa huu tena baadaye.',
    'read-only':
      'Kwa sasa tunafanyia kazi Kiddo, kwa hivyo hakuna kinachoweza kulipwa kwa muda. Hakuna pesa zilizochukuliwa. Tafadhali fungua ukurasa huu tena baadaye. Bado unaweza kukataa.',
    'bad-input': 'Tafadhali angalia ulichoandika.',
    closed: 'Ombi hili haliwezi tena kulipwa wala kujibiwa. Fungua ukurasa tena uone kwa nini.',
    unavailable: 'Kwa sasa hatuwezi kufikia kampuni ya malipo. Hakuna pesa zilizochukuliwa. Tafadhali jaribu tena baada ya dakika chache.',
    'not-available': 'Kampuni ya malipo haikukubali. Hakuna pesa zilizochukuliwa. Tafadhali jaribu njia nyingine ya kulipa.',
    'too-many-requests': 'Umefanya hivyo mara nyingi kwa muda mfupi. Hakuna pesa zilizochukuliwa. Tafadhali jaribu tena baada ya saa moja.',
    other: 'Hakuna pesa zilizochukuliwa na hakuna kilichohifadhiwa. Tafadhali jaribu tena baada ya muda mfupi.',
  },
  fieldErrors: {
    reply: {
      long: `Tafadhali andika herufi ${REPLY_MAX} au chini ya hapo.`,
      words:
        'Kichujio chetu hakiruhusu maneno haya kumfikia mtoto. Tafadhali sema kwa njia nyingine, bila nambari, viungo wala maneno mabaya.',
    },
  },
};

const DICTIONARIES: Record<Language, PurchaseTexts> = { en: english, sw: swahili };

/** All texts of the guardian's page. */
export function getPurchaseTexts(language: Language): PurchaseTexts {
  return DICTIONARIES[language];
}

/** What is not at once, or ends, because another plan runs; nothing if all is as one expects. */
export function describeTiming({ beginsAt, kiddocashAt, endsCardOf }: PurchaseTiming, language: Language): string[] {
  const { timing } = DICTIONARIES[language];
  return [
    ...(beginsAt === null ? [] : [timing.begins(formatLocalDate(beginsAt, language))]),
    ...(kiddocashAt === null ? [] : [timing.kiddocash(formatLocalDate(kiddocashAt, language))]),
    ...(endsCardOf === null ? [] : [timing.endsCard(endsCardOf)]),
  ];
}

/** What is asked for, with its days or its number: 'Kiddo Premium, 30 days'. */
export function describePurchase(item: PurchaseItem, language: Language): string {
  const words = DICTIONARIES[language].item;
  return item.kind === 'plan' ? words.plan(item.name, item.days) : words.pack(item.kiddocash);
}

/** Whom the mail goes to, for which player, and where they change what they allowed. */
type Addressee = { email: string; language: EmailLanguage; username: string; agreementUrl: string };
/** What is asked for, and until when it can be paid (ISO). */
type Request = { item: PurchaseItem; timing: PurchaseTiming; expiresAt: string };
type Links = { pay: string; contact: string };

const PRICE = (item: PurchaseItem) => formatMoney({ minor: item.priceMinor, currency: 'KES' });

/** What is asked for, by its name and what it brings. */
const WHAT: Record<EmailLanguage, (item: PurchaseItem) => string> = {
  en: (item) => (item.kind === 'plan' ? `${item.name} for ${item.days} days` : `${formatKiddocash(item.kiddocash)} kiddocash`),
  sw: (item) => (item.kind === 'plan' ? `${item.name} kwa siku ${item.days}` : `kiddocash ${formatKiddocash(item.kiddocash)}`),
};

const REQUEST: Record<EmailLanguage, (addressee: Addressee, request: Request, links: Links) => EmailPart & { subject: string }> = {
  en: ({ username, agreementUrl }, { item, timing, expiresAt }, { pay, contact }) => ({
    subject: `@${username} asks you for ${WHAT.en(item)} on Kiddo`,
    heading: `@${username} asks for ${WHAT.en(item)}`,
    paragraphs: [
      `The player @${username} asks you to pay ${PRICE(item)}. Nothing is paid until you pay it.`,
      item.kind === 'plan'
        ? `It brings: ${[...item.features, ...(item.kiddocash > 0 ? [`${formatKiddocash(item.kiddocash)} kiddocash`] : [])].join(', ')}. After ${item.days} days it ends by itself: it never renews, by card either.`
        : 'Kiddocash buys things that the avatar wears. It is not money and cannot be paid out. This is paid once: it never renews.',
      ...describeTiming(timing, 'en'),
      'By the button you can pay from your own phone, by M-Pesa or by card, or say no with a word to the child. A no is fine.',
      `Change what you allowed, or take it back: ${agreementUrl}`,
      `Questions? Write to us: ${contact}`,
    ],
    button: { label: 'Pay, or say no', url: pay },
    notes: [
      `The button works once, until ${formatLocalDate(expiresAt, 'en')}. If you do nothing, nothing is paid.`,
      'The links in this mail are for you alone. Please do not pass it on: whoever has them can decide in your place.',
    ],
  }),
  sw: ({ username, agreementUrl }, { item, timing, expiresAt }, { pay, contact }) => ({
    subject: `@${username} anakuomba ${WHAT.sw(item)} kwenye Kiddo`,
    heading: `@${username} anaomba ${WHAT.sw(item)}`,
    paragraphs: [
      `Mchezaji @${username} anakuomba ulipe ${PRICE(item)}. Hakuna kinacholipwa hadi ulipe mwenyewe.`,
      item.kind === 'plan'
        ? `Inaleta (kwa Kiingereza): ${[...item.features, ...(item.kiddocash > 0 ? [`${formatKiddocash(item.kiddocash)} kiddocash`] : [])].join(', ')}. Baada ya siku ${item.days} inaisha yenyewe: hailipwi tena, hata kwa kadi.`
        : 'Kiddocash hununua vitu ambavyo avatar huvaa. Si pesa na haiwezi kubadilishwa kuwa pesa. Inalipwa mara moja tu.',
      ...describeTiming(timing, 'sw'),
      'Kwa kitufe hiki unaweza kulipa kutoka kwenye simu yako, kwa M-Pesa au kadi, au kukataa na kumwandikia mtoto neno. Kukataa ni sawa.',
      `Badilisha ulichoruhusu, au ondoa ruhusa: ${agreementUrl}?lang=sw`,
      `Una maswali? Tuandikie: ${contact}`,
    ],
    button: { label: 'Lipa, au kataa', url: `${pay}?lang=sw` },
    notes: [
      `Kitufe kinafanya kazi mara moja, hadi ${formatLocalDate(expiresAt, 'sw')}. Usipofanya chochote, hakuna kinacholipwa.`,
      'Viungo vilivyo katika barua pepe hii ni vyako peke yako. Tafadhali usimpe mtu mwingine: aliye navyo anaweza kuamua kwa niaba yako.',
    ],
  }),
};

/** Mails to a guardian who is asked to pay, in their language. */
export const emails = {
  request: (addressee: Addressee, request: Request, links: Links): EmailContent => ({
    to: addressee.email,
    language: addressee.language,
    ...REQUEST[addressee.language](addressee, request, links),
    until: request.expiresAt,
  }),
};
