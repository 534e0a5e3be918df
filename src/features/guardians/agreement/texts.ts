import { formatNumber } from '../../../shared/number-format.ts';
import { PURCHASE_REQUESTS_MAX } from '../../subscriptions/purchase-requests/schema.ts';
import type { AgreementAction, AgreementState, BuyingChoice, ChatChoice, Language, Relation } from '../schema.ts';
import { CHILDREN_MAX, MONTHLY_SUM_MAX, MONTHLY_SUM_MIN, REFUSAL_DAYS, REQUEST_DAYS } from '../schema.ts';

// What guardians read and decide by. What is kept has the words and times of content/pages/privacy.md: change both together. A change of a
// text is a new version (agreement/rules.ts), because the record of a decision says which text somebody had before them.

/** The fields of the form that can be wrong. */
export type AgreementField = 'chat' | 'buying' | 'sum' | 'relation' | 'isAdult' | 'mayDecide';

/** How a state that has no form is explained. */
type Notice = { title: string; text: string };

const SUM_RANGE = [MONTHLY_SUM_MIN, MONTHLY_SUM_MAX].map((sum) => formatNumber(sum));

const english = {
  metaTitle: 'Permission for a child | Kiddo',
  otherLanguage: 'Kiswahili',
  title: 'A child in your care asks for your permission',
  /** The username stands between the two. */
  lead: {
    before: 'The player ',
    after:
      ' gave your address as parent or guardian. Kiddo is a place to play small games with friends. It is made in Nairobi. It shows no advertising.',
  },
  time: 'This takes about three minutes. You can take your yes back at any time, by the link in every mail from us.',
  kept: {
    title: 'What we keep about the child',
    rows: [
      { what: 'Username, display name, email address, month and year of birth', time: 'Until the account is deleted.' },
      {
        what: 'Favorites, games played and for how long, ratings',
        time: 'Until the account is deleted; favorites and history until they are removed.',
      },
      { what: 'Friends, friend requests, blocks', time: 'Until removed, or the account is deleted.' },
      {
        what: 'Messages with friends',
        time: 'Until one of the two accounts is deleted; those in a report longer. Our team reads them only when somebody reports, or when a child asks for help. A log says who looked.',
      },
      {
        what: 'How often the child did some things, such as asking for friends; never what was written',
        time: '90 days, to notice people who may want to harm children.',
      },
      {
        what: 'Reports about players with the messages around them, warnings and bans',
        time: 'As long as the account exists. If it is deleted, 12 months after the case was closed; longer only while the police need it.',
      },
      {
        what: 'Requests for help',
        time: '12 months after they were closed, or until the account is deleted; longer only while the police need it.',
      },
      { what: 'Avatar, uploaded picture, items', time: 'Until removed, or the account is deleted.' },
      {
        what: 'Payments: time, amount, plan; never the card number',
        time: 'For our books, as the law asks; without the child once the account is deleted.',
      },
      { what: 'What the child asked you to pay for, and your answer', time: '90 days after the child asked.' },
      { what: 'Signing in: time, network address, kind of browser', time: 'Until sign-out, at most 30 days.' },
      { what: 'Letters to us', time: 'A year after they were answered, or until the account is deleted.' },
      { what: 'Error log, security log and backups', time: '30 days.' },
      { what: 'Your email address, and what you decide here', time: 'Until the account is deleted; if you do not answer, 30 days.' },
    ],
    never: 'We do not ask for a real name, a school or a telephone number. We do not sell what we know.',
    privacy: 'All of it, in exact words',
  },
  steps: { chat: '1. Writing to others', buying: '2. Buying', guardian: '3. Who are you?' },
  chat: {
    off: { label: 'No writing', hint: 'The child writes to nobody, and nobody can write to the child.' },
    phrases: { label: 'Ready phrases only', hint: '“Good game!”, “Nice one”. No words of their own. With friends only.' },
    friends: {
      label: 'With friends',
      hint: 'In their own words, with friends when both said yes. A filter stops unkind words, telephone numbers, addresses and requests for pictures. It does not find everything. Players who said that they are adults cannot find the child or write to the child, unless you approve their name later; we do not check ages.',
    },
  } satisfies Record<ChatChoice, { label: string; hint: string }>,
  buying: {
    lead: 'Playing and friends are free. What costs money: plans with more games, and kiddocash for things that the avatar wears.',
    price: (shillings: number) => `Plans cost from KSH ${formatNumber(shillings)} for a month.`,
    renewal: 'M-Pesa pays once and does not renew. A card pays again every month until somebody turns it off.',
    none: { label: 'No buying', hint: 'The child cannot pay for anything with money.' },
    ask: {
      label: 'Ask me each time',
      hint: `When the child asks for something, we send you a mail that says what and for how much. You pay from your own phone, or say no. Nothing renews by itself. The child can ask ${PURCHASE_REQUESTS_MAX} times a week at most.`,
    },
    'up-to-a-sum': {
      label: 'Up to a sum each month',
      hint: 'Every way of paying counts, also a card that pays again. The child can ask you by mail for more.',
    },
    sum: 'Shillings each month (KSH)',
    sumHint: `From ${SUM_RANGE[0]} to ${SUM_RANGE[1]}`,
  },
  guardian: {
    relation: 'I am the child’s',
    choose: 'Choose',
    relations: {
      mother: 'Mother',
      father: 'Father',
      grandparent: 'Grandparent',
      other: 'Other guardian',
    } satisfies Record<Relation, string>,
    pictures: 'If you agree, the child can also upload pictures of their own. Our team looks at each one before anybody else sees it.',
    isAdult: 'I am 18 or older.',
    mayDecide:
      'I may decide for this child, and I agree that Kiddo keeps what is listed above, so that the child can play as I have chosen.',
  },
  buttons: {
    agree: 'I agree',
    change: 'Save the changes',
    refuse: 'I do not agree',
    withdraw: 'Take it back',
    never: 'No more mails from Kiddo',
    busy: 'One moment...',
  },
  afterAgreeing: 'Tomorrow we send you a second mail, to ask whether it was you.',
  afterRefusing: `If you do not agree, the child can still play, but not write, buy or upload pictures of their own. The child sees that you said no, and can ask again after ${REFUSAL_DAYS} days.`,
  never: {
    title: 'No more mails',
    text: 'Nobody can ask by this address again. It is a no for every child who asks you now, also for those you agreed for.',
  },
  given: {
    title: 'You have agreed',
    /** The username stands between the two. */
    lead: { before: 'This is what you chose for ', after: '.' },
    chat: 'Writing',
    buying: 'Buying',
    pictures: 'Pictures of their own',
    picturesText: 'Yes, after our team has looked',
    relation: 'You are',
    since: 'Since',
    changeTitle: 'Change what you chose',
    changeLead: 'A change counts at once.',
    changeElsewhere:
      'By this link you can only take it back, or remove a name. To change what you chose, use the link in a newer mail from us.',
    withdrawTitle: 'Take your yes back',
    withdrawText: `It counts at once, also on pages that are open now. The child can still play, but not write, buy or upload pictures of their own; pictures that our team approved before stay. A card does not pay again, unless a payment is on its way just now. Somebody may still pay on a payment page that is open now: then we give nothing for it, and pay it back. This link ends, and the child can ask again after ${REFUSAL_DAYS} days.`,
  },
  refused: {
    title: 'You did not agree',
    since: (day: string) =>
      `You said no on ${day}. The child plays without writing, buying and pictures of their own. You can still agree below.`,
  },
  notices: {
    expired: {
      title: 'This request has ended',
      text: `Nobody answered within ${REQUEST_DAYS} days, or the child asked another grown-up, or asked you again in a newer mail. Nothing is open because of this link. The child can ask you again.`,
    },
    ended: {
      title: 'This link has ended',
      text: 'The permission was taken back, or our mail to this address came back, or the account is gone. You need to do nothing.',
    },
    'of-age': {
      title: 'The player is 18 now',
      text: 'The player decides alone: nobody has to agree any more. You need to do nothing.',
    },
    unknown: {
      title: 'This link does not work',
      text: 'Perhaps a part of it is missing. Open our mail again and press its button, or copy the whole link.',
    },
  } satisfies Record<Exclude<AgreementState, 'open' | 'given' | 'refused'>, Notice>,
  /** A consent that was given before the player was of age. */
  ofAge: {
    withdrawText: 'You can still take your yes back. We store that. It changes nothing of what the player may do.',
  },
  /** The page was loaded before the texts changed. */
  outdated: {
    title: 'This text has changed',
    text: 'Please open the page again, and read it before you answer.',
    link: 'Show the new text',
  },
  questions: {
    before: 'Questions? Write to us by the ',
    link: 'contact page',
    after: '. We answer Monday to Friday, 9:00 to 18:00 in Nairobi.',
  },
  version: (version: string) => `Version of this text: ${version}`,
  done: {
    agree: { title: 'Thank you', text: 'It counts from now on.' },
    refuse: { title: 'Your no is stored', text: 'The child can still play.' },
    withdraw: { title: 'Taken back', text: 'It counts from now on.' },
    never: { title: 'No more mails', text: 'We do not write to this address about a player again.' },
  } satisfies Record<AgreementAction, { title: string; text: string }>,
  errorsTitle: 'Please look at these answers',
  fieldErrors: {
    chat: 'Choose one answer about writing.',
    buying: 'Choose one answer about buying.',
    sum: `Type a whole sum from ${SUM_RANGE[0]} to ${SUM_RANGE[1]}.`,
    relation: 'Choose who you are to the child.',
    isAdult: 'Only a person of 18 or older can agree. Tick this box if you are.',
    mayDecide: 'Tick this box if you may decide for the child and agree.',
  } satisfies Record<AgreementField, string>,
  failed: {
    title: 'Not saved',
    text: 'That did not work. Please try again.',
    children: `This address has agreed for ${CHILDREN_MAX} children already. If you care for more, write to us.`,
    closed: 'This request is not open any more.',
    again: 'This text has changed since you opened the page. Please read it again, and then answer.',
    'too-many-requests':
      'You have answered many times today. Please come back tomorrow. You can say no, or take your yes back, at any time.',
  },
  money: (shillings: number) => `Up to KSH ${formatNumber(shillings)} each month`,
};

/** All texts of the guardian's page in one language. */
export type AgreementTexts = typeof english;

const swahili: AgreementTexts = {
  metaTitle: 'Ruhusa kwa mtoto | Kiddo',
  otherLanguage: 'English',
  title: 'Mtoto unayemlea anaomba ruhusa yako',
  lead: {
    before: 'Mchezaji ',
    after:
      ' ametupatia anwani yako na kusema wewe ni mzazi au mlezi wake. Kiddo ni mahali pa kucheza michezo midogo na marafiki. Imetengenezwa Nairobi. Haionyeshi matangazo ya biashara.',
  },
  time: 'Inachukua kama dakika tatu. Unaweza kuondoa ruhusa yako wakati wowote, kwa kiungo kilicho katika kila barua pepe yetu.',
  kept: {
    title: 'Tunachohifadhi kuhusu mtoto',
    rows: [
      {
        what: 'Jina la mtumiaji, jina la kuonyesha, anwani ya barua pepe, mwezi na mwaka wa kuzaliwa',
        time: 'Hadi akaunti ifutwe.',
      },
      {
        what: 'Michezo anayoipenda, michezo aliyocheza na kwa muda gani, nyota alizotoa',
        time: 'Hadi akaunti ifutwe; michezo anayoipenda na historia hadi viondolewe.',
      },
      { what: 'Marafiki, maombi ya urafiki, watu aliowazuia', time: 'Hadi waondolewe, au akaunti ifutwe.' },
      {
        what: 'Ujumbe kati yake na marafiki',
        time: 'Hadi moja ya akaunti hizo mbili ifutwe; ulio katika ripoti, muda mrefu zaidi. Timu yetu huusoma tu mtu akiripoti, au mtoto akiomba msaada. Kumbukumbu huonyesha nani aliusoma.',
      },
      {
        what: 'Mara ngapi mtoto alifanya mambo fulani, kama kuomba urafiki; kamwe si alichoandika',
        time: 'Siku 90, ili tuwatambue watu wanaoweza kutaka kuwadhuru watoto.',
      },
      {
        what: 'Ripoti kuhusu wachezaji pamoja na ujumbe unaohusika, maonyo na kufungiwa',
        time: 'Muda wote akaunti inapokuwepo. Ikifutwa, miezi 12 baada ya kesi kufungwa; zaidi ya hapo ni polisi wakihitaji tu.',
      },
      { what: 'Maombi ya msaada', time: 'Miezi 12 baada ya kufungwa, au hadi akaunti ifutwe; zaidi ya hapo ni polisi wakihitaji tu.' },
      { what: 'Avatar, picha aliyopakia, vitu vya avatar', time: 'Hadi viondolewe, au akaunti ifutwe.' },
      {
        what: 'Malipo: wakati, kiasi, mpango; kamwe si nambari ya kadi',
        time: 'Kwa ajili ya hesabu zetu, kama sheria inavyotaka; bila mtoto kutajwa akaunti ikishafutwa.',
      },
      { what: 'Mtoto alichokuomba ulipie, na jibu lako', time: 'Siku 90 baada ya mtoto kuomba.' },
      { what: 'Kuingia: wakati, anwani ya mtandao, aina ya kivinjari', time: 'Hadi atoke, si zaidi ya siku 30.' },
      { what: 'Barua kwetu', time: 'Mwaka mmoja baada ya kujibiwa, au hadi akaunti ifutwe.' },
      { what: 'Kumbukumbu za hitilafu na za usalama, na nakala za akiba', time: 'Siku 30.' },
      { what: 'Anwani yako ya barua pepe, na unachoamua hapa', time: 'Hadi akaunti ifutwe; usipojibu, siku 30.' },
    ],
    never: 'Hatuombi jina halisi, shule wala nambari ya simu. Hatuuzi tunachojua.',
    privacy: 'Yote, kwa maneno kamili (kwa Kiingereza)',
  },
  steps: { chat: '1. Kuwaandikia wengine', buying: '2. Kununua', guardian: '3. Wewe ni nani?' },
  chat: {
    off: { label: 'Asiandike', hint: 'Mtoto hamwandikii mtu yeyote, na hakuna anayeweza kumwandikia mtoto.' },
    phrases: {
      label: 'Maneno yaliyo tayari tu',
      hint: 'Kama “Good game!” au “Nice one”. Si maneno yake mwenyewe. Na marafiki tu.',
    },
    friends: {
      label: 'Na marafiki',
      hint: 'Kwa maneno yake mwenyewe, na marafiki ikiwa wote wawili walikubali. Kichujio huzuia maneno mabaya, nambari za simu, anwani na maombi ya picha. Hakigundui kila kitu. Wachezaji waliosema kwamba ni watu wazima hawawezi kumpata mtoto wala kumwandikia, isipokuwa ukikubali jina lao baadaye; hatuhakiki umri.',
    },
  },
  buying: {
    lead: 'Kucheza na kuwa na marafiki ni bure. Vinavyolipiwa: mipango yenye michezo zaidi, na kiddocash ya kununua vitu ambavyo avatar huvaa.',
    price: (shillings) => `Mipango inaanza KSH ${formatNumber(shillings)} kwa mwezi.`,
    renewal: 'M-Pesa hulipa mara moja tu, haijirudii. Kadi hulipa tena kila mwezi hadi mtu aisimamishe.',
    none: { label: 'Asinunue', hint: 'Mtoto hawezi kulipia kitu chochote kwa pesa.' },
    ask: {
      label: 'Niulizwe kila mara',
      hint: `Mtoto akiomba kitu, tunakutumia barua pepe inayosema ni nini na kwa bei gani. Unalipa kwa simu yako mwenyewe, au unasema hapana. Hakuna kinachojirudia chenyewe. Mtoto anaweza kuomba mara ${PURCHASE_REQUESTS_MAX} kwa wiki, si zaidi.`,
    },
    'up-to-a-sum': {
      label: 'Hadi kiasi fulani kila mwezi',
      hint: 'Kila njia ya kulipa inahesabiwa, hata kadi inayolipa tena. Mtoto anaweza kukuomba zaidi kwa barua pepe.',
    },
    sum: 'Shilingi kila mwezi (KSH)',
    sumHint: `Kuanzia ${SUM_RANGE[0]} hadi ${SUM_RANGE[1]}`,
  },
  guardian: {
    relation: 'Kwa mtoto huyu, mimi ni',
    choose: 'Chagua',
    relations: { mother: 'Mama', father: 'Baba', grandparent: 'Babu au nyanya', other: 'Mlezi mwingine' },
    pictures: 'Ukikubali, mtoto anaweza pia kupakia picha zake mwenyewe. Timu yetu huangalia kila picha kabla mtu mwingine hajaiona.',
    isAdult: 'Nina umri wa miaka 18 au zaidi.',
    mayDecide:
      'Nina haki ya kumwamulia mtoto huyu, na ninakubali Kiddo ihifadhi yaliyoorodheshwa hapo juu, ili mtoto aweze kucheza kama nilivyochagua.',
  },
  buttons: {
    agree: 'Ninakubali',
    change: 'Hifadhi mabadiliko',
    refuse: 'Sikubali',
    withdraw: 'Ondoa ruhusa',
    never: 'Sitaki barua pepe zaidi kutoka Kiddo',
    busy: 'Subiri kidogo...',
  },
  afterAgreeing: 'Kesho tutakutumia barua pepe ya pili, kuuliza kama ni wewe uliyekubali.',
  afterRefusing: `Usipokubali, mtoto bado anaweza kucheza, lakini hawezi kuandika, kununua wala kupakia picha zake mwenyewe. Mtoto ataona kwamba hukukubali, na anaweza kuomba tena baada ya siku ${REFUSAL_DAYS}.`,
  never: {
    title: 'Bila barua pepe zaidi',
    text: 'Hakuna atakayeweza kuomba tena kwa anwani hii. Ni hapana kwa kila mtoto anayekuomba sasa, hata wale uliowapa ruhusa.',
  },
  given: {
    title: 'Umetoa ruhusa',
    lead: { before: 'Haya ndiyo uliyomchagulia ', after: '.' },
    chat: 'Kuandika',
    buying: 'Kununua',
    pictures: 'Picha zake mwenyewe',
    picturesText: 'Ndiyo, baada ya timu yetu kuziangalia',
    relation: 'Wewe ni',
    since: 'Tangu',
    changeTitle: 'Badilisha ulichochagua',
    changeLead: 'Mabadiliko yanaanza mara moja.',
    changeElsewhere:
      'Kwa kiungo hiki unaweza tu kuondoa ruhusa, au kuondoa jina. Kubadilisha ulichochagua, tumia kiungo kilicho katika barua pepe yetu mpya zaidi.',
    withdrawTitle: 'Ondoa ruhusa yako',
    withdrawText: `Inaanza mara moja, hata kwenye kurasa zilizofunguliwa sasa. Mtoto bado anaweza kucheza, lakini hawezi kuandika, kununua wala kupakia picha zake mwenyewe; picha ambazo timu yetu iliziidhinisha zinabaki. Kadi hailipi tena, isipokuwa malipo ambayo tayari yako njiani. Huenda mtu bado akalipa kwenye ukurasa wa malipo uliofunguliwa tayari: hapo hatutoi kitu, na tunarudisha pesa. Kiungo hiki kinaisha, na mtoto anaweza kuomba tena baada ya siku ${REFUSAL_DAYS}.`,
  },
  refused: {
    title: 'Hukukubali',
    since: (day) =>
      `Ulisema hapana tarehe ${day}. Mtoto anacheza bila kuandika, bila kununua na bila picha zake mwenyewe. Bado unaweza kukubali hapa chini.`,
  },
  notices: {
    expired: {
      title: 'Ombi hili limeisha',
      text: `Hakuna aliyejibu ndani ya siku ${REQUEST_DAYS}, au mtoto alimwomba mtu mzima mwingine, au alikuomba tena katika barua pepe mpya zaidi. Hakuna kilichofunguliwa kwa sababu ya kiungo hiki. Mtoto anaweza kukuomba tena.`,
    },
    ended: {
      title: 'Kiungo hiki kimeisha',
      text: 'Ruhusa iliondolewa, au barua pepe yetu kwa anwani hii ilirudi, au akaunti haipo tena. Huhitaji kufanya chochote.',
    },
    'of-age': {
      title: 'Mchezaji sasa ana miaka 18',
      text: 'Mchezaji anajiamulia mwenyewe: hakuna anayehitaji kumpa ruhusa tena. Huhitaji kufanya chochote.',
    },
    unknown: {
      title: 'Kiungo hiki hakifanyi kazi',
      text: 'Huenda sehemu yake imekosekana. Fungua tena barua pepe yetu na ubonyeze kitufe chake, au nakili kiungo chote.',
    },
  },
  ofAge: {
    withdrawText: 'Bado unaweza kuondoa ruhusa yako. Tutahifadhi hilo. Halibadilishi anachoweza kufanya mchezaji.',
  },
  outdated: {
    title: 'Maandishi haya yamebadilika',
    text: 'Tafadhali fungua ukurasa tena, na uyasome kabla ya kujibu.',
    link: 'Onyesha maandishi mapya',
  },
  questions: {
    before: 'Una maswali? Tuandikie kwenye ',
    link: 'ukurasa wa mawasiliano',
    after: '. Tunajibu Jumatatu hadi Ijumaa, saa 3:00 asubuhi hadi saa 12:00 jioni, saa za Nairobi.',
  },
  version: (version) => `Toleo la maandishi haya: ${version}`,
  done: {
    agree: { title: 'Asante', text: 'Inaanza sasa hivi.' },
    refuse: { title: 'Tumehifadhi jibu lako', text: 'Mtoto bado anaweza kucheza.' },
    withdraw: { title: 'Ruhusa imeondolewa', text: 'Inaanza sasa hivi.' },
    never: { title: 'Hakuna barua pepe zaidi', text: 'Hatutaandikia tena anwani hii kuhusu mchezaji.' },
  },
  errorsTitle: 'Tafadhali angalia majibu haya',
  fieldErrors: {
    chat: 'Chagua jibu moja kuhusu kuandika.',
    buying: 'Chagua jibu moja kuhusu kununua.',
    sum: `Andika kiasi kamili, kuanzia ${SUM_RANGE[0]} hadi ${SUM_RANGE[1]}.`,
    relation: 'Chagua wewe ni nani kwa mtoto.',
    isAdult: 'Ni mtu wa miaka 18 au zaidi tu anayeweza kukubali. Weka alama hapa ikiwa ndivyo.',
    mayDecide: 'Weka alama hapa ikiwa una haki ya kumwamulia mtoto na unakubali.',
  },
  failed: {
    title: 'Haijahifadhiwa',
    text: 'Haikufaulu. Tafadhali jaribu tena.',
    children: `Anwani hii tayari imetoa ruhusa kwa watoto ${CHILDREN_MAX}. Ikiwa unalea watoto zaidi, tuandikie.`,
    closed: 'Ombi hili halipo wazi tena.',
    again: 'Maandishi haya yamebadilika tangu ulipofungua ukurasa. Tafadhali yasome tena, kisha ujibu.',
    'too-many-requests': 'Umejibu mara nyingi leo. Tafadhali rudi kesho. Unaweza kukataa, au kuondoa ruhusa yako, wakati wowote.',
  },
  money: (shillings) => `Hadi KSH ${formatNumber(shillings)} kila mwezi`,
};

const DICTIONARIES: Record<Language, AgreementTexts> = { en: english, sw: swahili };

/** All texts of the guardian's page. */
export function getAgreementTexts(language: Language): AgreementTexts {
  return DICTIONARIES[language];
}

/** What was chosen about buying, in words. */
export function describeBuying(words: AgreementTexts, { buying, sum }: { buying: BuyingChoice; sum: number | null }): string {
  return buying === 'up-to-a-sum' && sum !== null ? words.money(sum) : words.buying[buying].label;
}
