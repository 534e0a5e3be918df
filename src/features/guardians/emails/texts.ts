import { formatMoney } from '../../../shared/money.ts';
import type { EmailContent, EmailPart } from '../../mail/schema.ts';
import type { AdultChange } from './rules.ts';
import { UNANSWERED_DAYS } from '../rules.ts';
import { REQUEST_DAYS, type Choices, type Language, type Relation } from '../schema.ts';

/** Where the links of a mail lead: the guardian's page, and our pages for everybody. */
type Links = { url: string; contact: string; privacy: string };

/** What a mail says about a consent that is given. `areAdultsOpen`: the grown-ups who were approved may be in touch already. */
export type AgreedMail = { username: string; relation: Relation; choices: Choices; adults: readonly string[]; areAdultsOpen: boolean };
/** The same, with each name that was approved or taken out, in that order: since the last such mail, or since the yes. */
type ChangedMail = AgreedMail & { adultChanges: readonly AdultChange[] };

/** What was chosen, for a list. A guardian who agrees allows pictures too. */
type Words = {
  chat: Record<Choices['chat'], string>;
  buying: (choices: Choices) => string;
  pictures: string;
  /** Of the grown-ups who were approved by name. */
  adults: (names: string) => string;
  nobody: string;
  adultsLater: string;
  adultChange: Record<AdultChange['change'], (username: string) => string>;
  relation: Record<Relation, string>;
  forYouAlone: string;
};

const priceOf = (minor: number) => formatMoney({ minor, currency: 'KES' });
const sumOf = (sum: number) => priceOf(sum * 100);

const WORDS: Record<Language, Words> = {
  en: {
    chat: {
      off: 'Writing: no writing.',
      phrases: 'Writing: ready phrases only, with friends.',
      friends: 'Writing: with friends, in their own words.',
    },
    buying: ({ buying, sum }) =>
      buying === 'up-to-a-sum' && sum !== null
        ? `Buying: up to ${sumOf(sum)} each month.`
        : buying === 'ask'
          ? 'Buying: you are asked each time.'
          : 'Buying: no buying.',
    pictures: 'Pictures of their own: yes, after our team has looked at them.',
    adults: (names) => `Grown-ups they may be in touch with: ${names}.`,
    nobody: 'nobody',
    adultsLater: 'These names count from when our second mail has reached you, about a day after your yes.',
    adultChange: { approved: (username) => `approved @${username}`, removed: (username) => `took out @${username}` },
    relation: { mother: 'their mother', father: 'their father', grandparent: 'their grandparent', other: 'their guardian' },
    forYouAlone: 'The link in this mail is for you alone. Please do not pass it on: whoever has it can decide in your place.',
  },
  sw: {
    chat: {
      off: 'Kuandika: asiandike.',
      phrases: 'Kuandika: maneno yaliyo tayari tu, na marafiki.',
      friends: 'Kuandika: na marafiki, kwa maneno yake mwenyewe.',
    },
    buying: ({ buying, sum }) =>
      buying === 'up-to-a-sum' && sum !== null
        ? `Kununua: hadi ${sumOf(sum)} kila mwezi.`
        : buying === 'ask'
          ? 'Kununua: unaulizwa kila mara.'
          : 'Kununua: asinunue.',
    pictures: 'Picha zake mwenyewe: ndiyo, baada ya timu yetu kuziangalia.',
    adults: (names) => `Watu wazima anaoweza kuwasiliana nao: ${names}.`,
    nobody: 'hakuna',
    adultsLater: 'Majina haya yanaanza kutumika barua pepe yetu ya pili ikishakufikia, kama siku moja baada ya wewe kukubali.',
    adultChange: { approved: (username) => `amekubaliwa @${username}`, removed: (username) => `ameondolewa @${username}` },
    relation: { mother: 'mama yake', father: 'baba yake', grandparent: 'babu au nyanya yake', other: 'mlezi wake' },
    forYouAlone:
      'Kiungo kilicho katika barua pepe hii ni chako peke yako. Tafadhali usimpe mtu mwingine: aliye nacho anaweza kuamua kwa niaba yako.',
  },
};

/**
 * A request. `isAfterNo`: nothing is open to the player after an earlier answer, of which the mail says nothing. `lowestPrice`: of the cheapest
 * plan that costs something, in cents of a shilling; null if all are free.
 */
type Request = { username: string; isAfterNo: boolean; lowestPrice: number | null };

const REQUEST: Record<Language, (request: Request, links: Links) => EmailPart> = {
  en: ({ username, isAfterNo, lowestPrice }, { url, contact, privacy }) => ({
    heading: 'A child asks for your permission',
    paragraphs: [
      `The player @${username} on Kiddo, or whoever looks after them, gave us this address, as the one of their parent or guardian. If that is you, you decide what this child may do.`,
      'Kiddo is a place on the internet where children and teens play small games. It is made in Nairobi. It shows no advertising.',
      isAfterNo
        ? 'Until you answer, the child can play every free game, mark favorites, see their history, give stars, and be friends with players who said that they are 13 to 17. They cannot write to anybody now. They cannot buy anything or show pictures of their own.'
        : 'Until you answer, the child can play every free game, mark favorites, see their history, give stars, and be friends with players who said that they are 13 to 17. They can send ready phrases, only to friends where one used the friend code of the other. They cannot write their own words, buy anything, or show pictures of their own.',
      'You choose: no writing, ready phrases only, or their own words with friends. And no buying, ask me each time, or up to a sum each month. If you agree, they can also show pictures of their own, after our team has looked at them.',
      `An account is free. Plans with more games cost money${lowestPrice === null ? '' : ` (from ${priceOf(lowestPrice)} a month)`}, and so does kiddocash, which buys things that the avatar wears. With this account nobody can buy anything unless you allow it.`,
      `We keep about the child: their names on Kiddo, email address, month and year of birth, the games they play, friends, messages with friends, and payments. About you: this address, who you are to the child, and what you decide. We do not sell what we know. All of it in exact words: ${privacy}`,
      `Ask us anything, at any time: what we keep about the child, to correct it, or to delete the account. Write to us: ${contact}`,
    ],
    button: { label: 'Read it and decide', url },
    notes: [
      'On the same page you can say no, or that you want no more mails like this one.',
      `You can answer for ${REQUEST_DAYS} days. If you do nothing, nothing opens, and ${UNANSWERED_DAYS} days after our last mail about it we delete this request with your address.`,
      WORDS.en.forYouAlone,
    ],
  }),
  sw: ({ username, isAfterNo, lowestPrice }, { url, contact, privacy }) => ({
    heading: 'Mtoto anaomba ruhusa yako',
    paragraphs: [
      `Mchezaji @${username} wa Kiddo, au anayemlea, ametupatia anwani hii, akisema ni ya mzazi au mlezi wake. Ikiwa ni wewe, wewe ndiye unayeamua mtoto huyu anaweza kufanya nini.`,
      'Kiddo ni mahali kwenye intaneti ambapo watoto na vijana hucheza michezo midogo. Imetengenezwa Nairobi. Haionyeshi matangazo ya biashara.',
      isAfterNo
        ? 'Hadi utakapojibu, mtoto anaweza kucheza kila mchezo wa bure, kuchagua michezo anayoipenda, kuona historia yake, kutoa nyota, na kuwa rafiki wa wachezaji waliosema wana miaka 13 hadi 17. Kwa sasa hawezi kumwandikia mtu yeyote. Hawezi kununua kitu chochote wala kuonyesha picha zake mwenyewe.'
        : 'Hadi utakapojibu, mtoto anaweza kucheza kila mchezo wa bure, kuchagua michezo anayoipenda, kuona historia yake, kutoa nyota, na kuwa rafiki wa wachezaji waliosema wana miaka 13 hadi 17. Anaweza kutuma maneno yaliyo tayari, lakini tu kwa marafiki ambao mmoja alitumia msimbo wa urafiki (friend code) wa mwenzake. Hawezi kuandika maneno yake mwenyewe, kununua kitu chochote wala kuonyesha picha zake mwenyewe.',
      'Wewe unachagua: asiandike, atumie maneno yaliyo tayari tu, au awaandikie marafiki kwa maneno yake mwenyewe. Pia: asinunue, niulizwe kila mara, au anunue hadi kiasi fulani kila mwezi. Ukikubali, anaweza pia kuonyesha picha zake mwenyewe, baada ya timu yetu kuziangalia.',
      `Akaunti ni bure. Mipango yenye michezo zaidi hulipiwa${lowestPrice === null ? '' : ` (kuanzia ${priceOf(lowestPrice)} kwa mwezi)`}, na pia kiddocash ya kununua vitu ambavyo avatar huvaa. Hakuna anayeweza kununua kitu kwa akaunti hii bila ruhusa yako.`,
      `Tunahifadhi kuhusu mtoto: majina yake kwenye Kiddo, anwani ya barua pepe, mwezi na mwaka wa kuzaliwa, michezo anayocheza, marafiki, ujumbe kati yake na marafiki, na malipo. Kuhusu wewe: anwani hii, wewe ni nani kwa mtoto, na unachoamua. Hatuuzi tunachojua. Yote, kwa maneno kamili (kwa Kiingereza): ${privacy}`,
      `Tuulize chochote, wakati wowote: tunahifadhi nini kuhusu mtoto, tukisahihishe, au tufute akaunti. Tuandikie: ${contact}`,
    ],
    button: { label: 'Soma na uamue', url: inSwahili(url) },
    notes: [
      'Kwenye ukurasa huo huo unaweza kusema hapana, au kwamba hutaki tena barua pepe kama hii.',
      `Unaweza kujibu kwa siku ${REQUEST_DAYS}. Usipofanya chochote, hakuna kitakachofunguliwa, na siku ${UNANSWERED_DAYS} baada ya barua pepe yetu ya mwisho kuhusu ombi hili tunalifuta pamoja na anwani yako.`,
      WORDS.sw.forYouAlone,
    ],
  }),
};

const REMINDER: Record<Language, (username: string, links: Links) => EmailPart> = {
  en: (username, { url, contact }) => ({
    heading: 'A child still waits for your answer',
    paragraphs: [
      `The player @${username} on Kiddo asked us to remind you. We have this address as the one of their parent or guardian.`,
      'On our page you read in about three minutes what Kiddo is, what we keep and what it costs. Then you decide: may this child write to friends, buy, and show pictures of their own? Until then they can play, and these stay closed.',
      `Questions? Write to us: ${contact}`,
    ],
    button: { label: 'Read it and decide', url },
    notes: [
      'On the same page you can say no, or that you want no more mails like this one.',
      `You can answer for ${REQUEST_DAYS} days. If you do nothing, nothing opens, and ${UNANSWERED_DAYS} days after our last mail about it we delete this request with your address.`,
      WORDS.en.forYouAlone,
    ],
  }),
  sw: (username, { url, contact }) => ({
    heading: 'Mtoto bado anasubiri jibu lako',
    paragraphs: [
      `Mchezaji @${username} wa Kiddo ametuomba tukukumbushe. Tuna anwani hii kama ya mzazi au mlezi wake.`,
      'Kwenye ukurasa wetu unasoma kwa kama dakika tatu Kiddo ni nini, tunahifadhi nini na inagharimu nini. Kisha unaamua: je, mtoto huyu anaweza kuwaandikia marafiki, kununua, na kuonyesha picha zake mwenyewe? Hadi hapo anaweza kucheza, na hayo mengine hayafunguki.',
      `Una maswali? Tuandikie: ${contact}`,
    ],
    button: { label: 'Soma na uamue', url: inSwahili(url) },
    notes: [
      'Kwenye ukurasa huo huo unaweza kusema hapana, au kwamba hutaki tena barua pepe kama hii.',
      `Unaweza kujibu kwa siku ${REQUEST_DAYS}. Usipofanya chochote, hakuna kitakachofunguliwa, na siku ${UNANSWERED_DAYS} baada ya barua pepe yetu ya mwisho kuhusu ombi hili tunalifuta pamoja na anwani yako.`,
      WORDS.sw.forYouAlone,
    ],
  }),
};

/** A consent that has just been given or changed. `isToBeConfirmed`: another mail follows a day later. */
type Receipt = ChangedMail & { isToBeConfirmed: boolean };

const RECEIPT: Record<Language, (receipt: Receipt, links: Links) => EmailPart & { subject: string }> = {
  en: ({ isToBeConfirmed, ...agreed }, { url, contact }) => ({
    subject: `What you chose for @${agreed.username} on Kiddo`,
    heading: `What you chose for @${agreed.username}`,
    paragraphs: [
      'Thank you for taking the time. This counts from now on:',
      ...describeChoices(agreed, 'en'),
      ...describeChanges(agreed, 'en', 'Since our last mail about this, somebody with our link'),
      'You can change it or take it back at any time, by the button below or the same button in every mail from us. It counts at once.',
      `Ask us anything about the account, also to delete it: ${contact}`,
    ],
    button: { label: 'Change it or take it back', url },
    notes: [
      ...(isToBeConfirmed ? ['In a day we send you a second mail, to ask whether it was you.'] : []),
      'Was it not you? Press the button and take it back.',
      WORDS.en.forYouAlone,
    ],
  }),
  sw: ({ isToBeConfirmed, ...agreed }, { url, contact }) => ({
    subject: `Uliyomchagulia @${agreed.username} kwenye Kiddo`,
    heading: `Uliyomchagulia @${agreed.username}`,
    paragraphs: [
      'Asante kwa muda wako. Haya yanaanza sasa hivi:',
      ...describeChoices(agreed, 'sw'),
      ...describeChanges(agreed, 'sw', 'Tangu barua pepe yetu ya mwisho kuhusu hili, kwa kiungo chetu'),
      'Unaweza kubadilisha au kuondoa ruhusa yako wakati wowote, kwa kitufe kilicho hapa chini au katika kila barua pepe yetu. Inaanza mara moja.',
      `Tuulize chochote kuhusu akaunti, hata kuifuta: ${contact}`,
    ],
    button: { label: 'Badilisha au ondoa ruhusa', url: inSwahili(url) },
    notes: [
      ...(isToBeConfirmed ? ['Baada ya siku moja tunakutumia barua pepe ya pili, kuuliza ikiwa ni wewe.'] : []),
      'Si wewe? Bonyeza kitufe na uondoe ruhusa.',
      WORDS.sw.forYouAlone,
    ],
  }),
};

const CONFIRMATION: Record<Language, (agreed: ChangedMail, links: Links) => EmailPart & { subject: string }> = {
  en: (agreed, { url, contact }) => ({
    subject: `Was it you who agreed for @${agreed.username} on Kiddo?`,
    heading: 'Was it you?',
    paragraphs: [
      `Not long ago somebody used the link in our mail to this address. They agreed for the player @${agreed.username}, as ${WORDS.en.relation[agreed.relation]}, and chose:`,
      ...describeChoices(agreed, 'en'),
      ...describeChanges(agreed, 'en', 'Since then somebody with our link'),
      'If it was you, and you still want it so, you need to do nothing.',
      'If it was not you, or you want it differently, press the button. There you can change it or take it back. It counts at once.',
    ],
    button: { label: 'Change it or take it back', url },
    notes: [
      `Did somebody use your mailbox without asking you? Then change its password too. Questions? Write to us: ${contact}`,
      WORDS.en.forYouAlone,
    ],
  }),
  sw: (agreed, { url, contact }) => ({
    subject: `Je, ni wewe uliyetoa ruhusa kwa @${agreed.username} kwenye Kiddo?`,
    heading: 'Je, ni wewe?',
    paragraphs: [
      `Hivi karibuni mtu alitumia kiungo kilicho katika barua pepe tuliyotuma kwa anwani hii. Alitoa ruhusa kwa mchezaji @${agreed.username}, akisema yeye ni ${WORDS.sw.relation[agreed.relation]}, na akachagua:`,
      ...describeChoices(agreed, 'sw'),
      ...describeChanges(agreed, 'sw', 'Tangu hapo, kwa kiungo chetu'),
      'Ikiwa ni wewe, na bado unataka hivyo, huhitaji kufanya chochote.',
      'Ikiwa si wewe, au unataka tofauti, bonyeza kitufe. Hapo unaweza kubadilisha au kuondoa ruhusa. Inaanza mara moja.',
    ],
    button: { label: 'Badilisha au ondoa ruhusa', url: inSwahili(url) },
    notes: [
      `Je, mtu alitumia barua pepe yako bila kukuuliza? Basi badilisha pia nenosiri lake. Una maswali? Tuandikie: ${contact}`,
      WORDS.sw.forYouAlone,
    ],
  }),
};

const LINK: Record<Language, (agreed: AgreedMail, links: Links) => EmailPart & { subject: string }> = {
  en: (agreed, { url, contact }) => ({
    subject: `Your link for @${agreed.username} on Kiddo`,
    heading: `Your link for @${agreed.username}`,
    paragraphs: [
      `The player @${agreed.username} asked us to send you this link again. Nothing has changed. You agreed before, and this is what counts:`,
      ...describeChoices(agreed, 'en'),
      'By the button you can change it or take it back at any time. It counts at once.',
      `Ask us anything about the account, also to delete it: ${contact}`,
    ],
    button: { label: 'Change it or take it back', url },
    notes: ['Did you never agree? Press the button and take it back.', WORDS.en.forYouAlone],
  }),
  sw: (agreed, { url, contact }) => ({
    subject: `Kiungo chako kuhusu @${agreed.username} kwenye Kiddo`,
    heading: `Kiungo chako kuhusu @${agreed.username}`,
    paragraphs: [
      `Mchezaji @${agreed.username} ametuomba tukutumie kiungo hiki tena. Hakuna kilichobadilika. Ulitoa ruhusa hapo awali, na haya ndiyo yanayotumika:`,
      ...describeChoices(agreed, 'sw'),
      'Kwa kitufe hiki unaweza kubadilisha au kuondoa ruhusa yako wakati wowote. Inaanza mara moja.',
      `Tuulize chochote kuhusu akaunti, hata kuifuta: ${contact}`,
    ],
    button: { label: 'Badilisha au ondoa ruhusa', url: inSwahili(url) },
    notes: ['Hukuwahi kutoa ruhusa? Bonyeza kitufe na uiondoe.', WORDS.sw.forYouAlone],
  }),
};

/** To an address from which somebody agreed, and in whose place our team asks another one. It does not say which. */
const REPLACED: Record<Language, (username: string, contact: string) => EmailPart & { subject: string }> = {
  en: (username, contact) => ({
    subject: `This address does not decide for @${username} on Kiddo any more`,
    heading: 'Another address is asked now',
    paragraphs: [
      `From this address somebody agreed for the player @${username} on Kiddo. Our team was told that the parent or guardian has another address now, and asks there. What was allowed from here has ended.`,
      'If you know of that, you need to do nothing.',
      `If you do not know of it, or you still want to decide for this child, write to us at once: ${contact}`,
    ],
    button: { label: 'Write to us', url: contact },
    notes: ['The links in our earlier mails to this address change nothing for this child any more.'],
  }),
  sw: (username, contact) => ({
    subject: `Anwani hii haiamui tena kuhusu @${username} kwenye Kiddo`,
    heading: 'Sasa tunauliza anwani nyingine',
    paragraphs: [
      `Kutoka anwani hii mtu alitoa ruhusa kwa mchezaji @${username} wa Kiddo. Timu yetu iliambiwa kwamba mzazi au mlezi ana anwani nyingine sasa, na tunauliza huko. Ruhusa iliyotolewa kutoka hapa imeisha.`,
      'Ikiwa unajua hilo, huhitaji kufanya chochote.',
      `Ikiwa hujui, au bado unataka kuamua kuhusu mtoto huyu, tuandikie mara moja: ${contact}`,
    ],
    button: { label: 'Tuandikie', url: contact },
    notes: ['Viungo katika barua pepe zetu za awali kwa anwani hii havibadilishi tena chochote kwa mtoto huyu.'],
  }),
};

/** The mails to guardians. They say nothing that the child wrote, and not what they play. */
export const emailTemplates = {
  /** The first mail: nobody knows yet which language they read. */
  request: (to: string, request: Request, links: Links): EmailContent => ({
    to,
    subject: `@${request.username} asks for your permission on Kiddo / anaomba ruhusa yako`,
    ...withPointer(REQUEST.en(request, links)),
    translation: { ...REQUEST.sw(request, links), language: 'sw' },
  }),
  /** In both languages, unless they chose Kiswahili. */
  reminder: (to: string, username: string, links: Links, language: Language): EmailContent =>
    language === 'sw'
      ? { to, subject: `@${username} bado anasubiri jibu lako kwenye Kiddo`, language, ...REMINDER.sw(username, links) }
      : {
          to,
          subject: `@${username} still waits for your answer on Kiddo / bado anasubiri jibu lako`,
          ...withPointer(REMINDER.en(username, links)),
          translation: { ...REMINDER.sw(username, links), language: 'sw' },
        },
  receipt: (to: string, receipt: Receipt, links: Links, language: Language): EmailContent => ({
    to,
    language,
    ...RECEIPT[language](receipt, links),
  }),
  link: (to: string, agreed: AgreedMail, links: Links, language: Language): EmailContent => ({
    to,
    language,
    ...LINK[language](agreed, links),
  }),
  confirmation: (to: string, agreed: ChangedMail, links: Links, language: Language): EmailContent => ({
    to,
    language,
    ...CONFIRMATION[language](agreed, links),
  }),
  replaced: (to: string, username: string, contact: string, language: Language): EmailContent => ({
    to,
    language,
    ...REPLACED[language](username, contact),
  }),
};

function describeChoices({ choices, adults: approved, areAdultsOpen }: AgreedMail, language: Language): string[] {
  const { chat, buying, pictures, adults, nobody, adultsLater } = WORDS[language];
  const names = approved.map((username) => `@${username}`).join(', ');
  return [chat[choices.chat], buying(choices), pictures, adults(names || nobody), ...(names && !areAdultsOpen ? [adultsLater] : [])];
}

/** Each name that was approved or taken out; nothing if there is none. @param since the words before them */
function describeChanges({ adultChanges }: ChangedMail, language: Language, since: string): string[] {
  const { adultChange } = WORDS[language];
  if (adultChanges.length === 0) return [];
  return [`${since}: ${adultChanges.map(({ change, username }) => adultChange[change](username)).join(', ')}.`];
}

/** Whoever does not read English must not give up at its first lines. */
function withPointer(part: EmailPart): EmailPart {
  return { ...part, paragraphs: ['(Kiswahili kiko hapa chini.)', ...part.paragraphs] };
}

function inSwahili(url: string): string {
  return `${url}?lang=sw`;
}
