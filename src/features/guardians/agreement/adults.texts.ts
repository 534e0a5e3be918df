import { USERNAME_MAX } from '../../accounts/schema.ts';
import { APPROVED_ADULTS_MAX, type AdultAction, type Language } from '../schema.ts';

// What guardians read before they approve a grown-up by name. It belongs to the texts of the page (agreement/texts.ts) and to their version.

const english = {
  title: 'Grown-ups they may be in touch with',
  lead: 'An aunt, an older brother, a teacher: you can approve grown-ups by name. Without a name here no player who said that they are 18 or older can find the child or write to the child. We do not check ages.',
  careful: 'Approve only people whom you know yourself. Ask them for their exact username on Kiddo.',
  after:
    'The two can then find each other by the whole username, and become friends if both say yes. What you chose about writing counts for them too. The child is told and sees the name.',
  silent:
    'We tell nobody whether there is a player with this name, or how old they are. A name counts for the player who has it when you approve it, and goes from the list when their account is deleted. Does it not work? Have they changed their name since? Ask them for the new one. Otherwise compare each letter with them, remove the name, and type it again.',
  later: 'These names count from when our second mail has reached you, about a day after your yes.',
  list: 'Approved',
  none: 'You have approved nobody.',
  username: 'Their username on Kiddo',
  usernameHint: `Up to ${APPROVED_ADULTS_MAX} names`,
  full: `You have approved ${APPROVED_ADULTS_MAX} names. Remove one before you add another.`,
  buttons: { 'approve-adult': 'Approve this name', 'remove-adult': 'Remove' } satisfies Record<AdultAction, string>,
  remove: (username: string) => `Remove @${username}`,
  done: {
    'approve-adult': { title: (username: string) => `Approved: @${username}`, text: 'The child is told, and sees the name.' },
    'remove-adult': {
      title: (username: string) => `Removed: @${username}`,
      text: 'It counts at once, also on pages that are open now. A player who said that they are under 18 is not kept away by this: your child can block them.',
    },
  } satisfies Record<AdultAction, { title: (username: string) => string; text: string }>,
  fieldErrors: {
    empty: 'Type a username.',
    long: `A username has at most ${USERNAME_MAX} characters.`,
    characters: 'A username has only the letters a to z, digits and _.',
    own: 'This is the username of the child.',
    refused: 'No player can have this name. Please look at the spelling.',
  },
  failed: {
    closed: 'By this link nothing can be changed any more. Use the link in a newer mail from us.',
    again: 'This text has changed since you opened the page. Please open it again, read it, and then answer.',
    full: `You have approved ${APPROVED_ADULTS_MAX} names. Remove one before you add another.`,
    'too-many-requests': 'You have tried many names today. Please come back tomorrow. You can remove a name at any time.',
  },
};

/** The texts about grown-ups in one language. */
type AdultTexts = typeof english;

const swahili: AdultTexts = {
  title: 'Watu wazima anaoweza kuwasiliana nao',
  lead: 'Shangazi, kaka mkubwa, mwalimu: unaweza kuwakubali watu wazima kwa jina. Bila jina hapa, hakuna mchezaji aliyesema ana miaka 18 au zaidi anayeweza kumpata mtoto au kumwandikia. Hatuhakiki umri.',
  careful: 'Kubali tu watu unaowajua wewe mwenyewe. Waulize jina lao kamili la mtumiaji kwenye Kiddo.',
  after:
    'Kisha hao wawili wanaweza kupatana kwa jina kamili la mtumiaji, na kuwa marafiki wote wawili wakikubali. Ulichochagua kuhusu kuandika kinawahusu pia. Mtoto anaambiwa na analiona jina hilo.',
  silent:
    'Hatumwambii mtu yeyote kama kuna mchezaji mwenye jina hili, wala umri wake. Jina linamhusu mchezaji aliye nalo wakati unapolikubali, na linaondoka kwenye orodha akaunti yake ikifutwa. Haifanyi kazi? Je, amebadilisha jina tangu hapo? Mwulize jina jipya. La sivyo, linganisheni kila herufi, liondoe jina, kisha uliandike tena.',
  later: 'Majina haya yanaanza kutumika barua pepe yetu ya pili ikishakufikia, kama siku moja baada ya wewe kukubali.',
  list: 'Uliowakubali',
  none: 'Hujamkubali mtu yeyote.',
  username: 'Jina lake la mtumiaji kwenye Kiddo',
  usernameHint: `Hadi majina ${APPROVED_ADULTS_MAX}`,
  full: `Umekubali majina ${APPROVED_ADULTS_MAX}. Ondoa moja kabla ya kuongeza lingine.`,
  buttons: { 'approve-adult': 'Kubali jina hili', 'remove-adult': 'Ondoa' },
  remove: (username) => `Ondoa @${username}`,
  done: {
    'approve-adult': { title: (username) => `Umekubali: @${username}`, text: 'Mtoto anaambiwa, na analiona jina hilo.' },
    'remove-adult': {
      title: (username) => `Umeondoa: @${username}`,
      text: 'Inaanza mara moja, hata kwenye kurasa zilizofunguliwa sasa. Mchezaji aliyesema ana umri chini ya miaka 18 hazuiwi na hili: mtoto wako anaweza kumzuia.',
    },
  },
  fieldErrors: {
    empty: 'Andika jina la mtumiaji.',
    long: `Jina la mtumiaji lina herufi ${USERNAME_MAX} tu au chini ya hapo.`,
    characters: 'Jina la mtumiaji lina herufi a hadi z, tarakimu na _ tu.',
    own: 'Hili ni jina la mtumiaji la mtoto.',
    refused: 'Hakuna mchezaji anayeweza kuwa na jina hili. Tafadhali angalia herufi zake.',
  },
  failed: {
    closed: 'Kwa kiungo hiki hakuna kinachoweza kubadilishwa tena. Tumia kiungo kilicho katika barua pepe yetu mpya zaidi.',
    again: 'Maandishi haya yamebadilika tangu ulipofungua ukurasa. Tafadhali ufungue tena, uyasome, kisha ujibu.',
    full: `Umekubali majina ${APPROVED_ADULTS_MAX}. Ondoa moja kabla ya kuongeza lingine.`,
    'too-many-requests': 'Umejaribu majina mengi leo. Tafadhali rudi kesho. Unaweza kuondoa jina wakati wowote.',
  },
};

const DICTIONARIES: Record<Language, AdultTexts> = { en: english, sw: swahili };

/** The texts of the guardian's page about grown-ups. */
export function getAdultTexts(language: Language): AdultTexts {
  return DICTIONARIES[language];
}
