import { formatLongDate } from '../../shared/date-format.ts';
import { formatNumber } from '../../shared/number-format.ts';
import { ADDRESSES_MAX, OTHER_GUARDIAN_DAYS } from './rules.ts';
import {
  CHILDREN_MAX,
  REFUSAL_DAYS,
  REQUEST_DAYS,
  type ChatChoice,
  type Choices,
  type ConsentDoor,
  type ConsentState,
  type GuardianAction,
  type GuardianView,
  type NamedAdult,
} from './schema.ts';

/** What is closed until a guardian agrees. */
export type ClosedPart = 'chat' | 'buying' | 'uploads';

const ADULT_OWNERS = {
  renamed: 'has another name now',
  other: 'not the player who has this name now',
} satisfies Record<NonNullable<NamedAdult['owner']>, string>;

/** The texts of the player's side. Those of the guardian's are in agreement/, in every language. */
export const texts = {
  door: {
    title: {
      chat: 'Your own words come later',
      buying: 'Buying is closed for now',
      uploads: 'Your own pictures are closed for now',
    } satisfies Record<ClosedPart, string>,
    text: {
      none: 'A parent or guardian can open it. We write them a mail that explains Kiddo.',
      asked: 'The grown-up you asked can open it. Has the link in our mail ended? Remind them, and they get a new one.',
      given: 'Your parent or guardian chose this for you. They can change it by the link in our mails.',
      refused: 'Your parent or guardian said no for now. Talk with them about it.',
      withdrawn: 'Your parent or guardian took their yes back. Talk with them about it.',
      returned: 'Our mail to your parent or guardian came back. Look at the address with them, and ask again.',
      'ended-by-team': 'Nobody has answered at the new address of your parent or guardian. Talk with them, and ask again.',
    } satisfies Record<ConsentDoor['state'], string>,
    remind: 'Remind them',
  },
  /** What leads to the player's page. */
  link: {
    none: 'Ask a grown-up',
    asked: 'See what was asked',
    given: 'See what was chosen',
    refused: 'See more',
    withdrawn: 'See more',
    returned: 'Ask a grown-up',
    'ended-by-team': 'Ask a grown-up',
  } satisfies Record<ConsentDoor['state'], string>,
  metaTitle: 'Your parent or guardian | Kiddo',
  title: {
    'not-needed': 'You decide for yourself',
    none: 'Ask a grown-up at home',
    asked: 'Waiting for a yes at home',
    given: 'They said yes',
    refused: 'Not now',
    withdrawn: 'They took their yes back',
    returned: 'Please ask again',
    'ended-by-team': 'Please ask again',
  } satisfies Record<ConsentState, string>,
  lead: {
    'not-needed': 'You are 18 or older: nobody has to agree for you.',
    none: 'Chat, buying and your own pictures can open when a parent or guardian says yes. We send them a mail that explains Kiddo.',
    asked: 'They choose what opens. You can play all you like.',
    given: 'This is what your parent or guardian chose for you. They can change it by the link in our mails.',
    refused: 'Your parent or guardian did not agree. You did nothing wrong. Talk with them about it.',
    withdrawn: 'Your parent or guardian decided that it is better to stop for now. You did nothing wrong. Talk with them about it.',
    returned:
      'They said yes, but our next mail to their address came back. So what they chose has ended. You did nothing wrong. Look at the address with them, and ask again.',
    'ended-by-team':
      'Somebody told us that the grown-up who said yes has a new address. We wrote to it, and nobody has answered. So what they chose has ended. You did nothing wrong. Talk with them, and ask again.',
  } satisfies Record<ConsentState, string>,
  /** An answer that lies behind them, when another request can be sent. */
  askAgain: 'You can ask again now.',
  askFrom: (iso: string) => `You can ask again from ${formatLongDate(iso)}.`,
  undelivered: {
    refused: (address: string) => ({
      title: 'Our mail did not arrive',
      text: `There is no mailbox ${address}, or it takes no mails from us. Look at the address with the grown-up, and type it again.`,
    }),
    late: (address: string) => ({
      title: 'Our mail has not arrived yet',
      text: `We could not deliver it to ${address} yet. Look at the address with the grown-up. If it is right, a reminder is another try.`,
    }),
  } satisfies Record<NonNullable<GuardianView['undelivered']>, (address: string) => { title: string; text: string }>,
  /** Of a guardian who has agreed. */
  lost: {
    title: 'Our last mail to them came back',
    text: (address: string) =>
      `What they chose still counts. Is the address ${address} gone? Tell the grown-up who said yes: they can write to us, and we send our mail to their new address.`,
    contact: 'Write to us',
  },
  /** Our team named the address that is asked. */
  team: {
    title: 'Our team wrote to a new address',
    text: 'Somebody told us that the grown-up who said yes has a new address. Until they answer, what they chose before is closed. Is that wrong?',
    lostTitle: 'Our mail to the new address did not arrive',
    lostText: (address: string) => `There is no mailbox ${address}, or it takes no mails from us. Our team can put it right.`,
    contact: 'Tell us',
  },
  takeBack: {
    button: 'That was the wrong address',
    busy: 'Taking back...',
    text: 'Did the mail go to somebody else? Take it back. Then nobody can answer by it any more.',
    wait: `You can ask another grown-up ${OTHER_GUARDIAN_DAYS} days later, and put one wrong letter right at once.`,
    noWait: 'You can ask another grown-up right after it.',
  },
  /** After it was taken back. */
  takenBack: {
    title: 'You took your mail back',
    text: ({ address, until }: { address: string; until: string }) =>
      `Nobody can answer at ${address} any more. Was only one letter wrong? Put it right now. Another grown-up can be asked from ${formatLongDate(until)}.`,
  },
  form: {
    email: 'Their email address',
    placeholder: 'name@example.com',
    submit: 'Send the mail',
    busy: 'Sending...',
    changeHint: 'The link in the first mail then stops working.',
    changeHintWaiting: (iso: string) =>
      `Did you type a letter wrong? Put it right here. Another grown-up can be asked from ${formatLongDate(iso)}.`,
    changeHintTeam: (iso: string) => `Another grown-up can be asked from ${formatLongDate(iso)}.`,
    later: 'Later',
  },
  mail: {
    title: 'What the mail says',
    text: 'Your username, what Kiddo is, what we keep, what you may do and what it costs. Not your messages and not what you play.',
  },
  until: {
    title: 'Until then',
    open: [
      { what: 'Play every free game', when: null },
      { what: 'Favorites, history and stars', when: null },
    ],
    phrases: { what: 'Ready phrases', when: 'With friends who used your friend code, or whose code you used' },
    closedPhrases: { what: 'Ready phrases', when: 'They open when they agree to chat' },
    closed: [
      { what: 'Write your own words to friends', when: 'Opens when they agree to chat' },
      { what: 'Buy Premium or kiddocash', when: 'Opens when they agree to buying' },
      { what: 'Pictures of your own', when: 'Opens when they agree' },
    ],
    isOpen: 'Open:',
    isClosed: 'Closed:',
  },
  facts: {
    asked: 'Asked',
    when: 'When',
    reminded: 'Reminded',
    notYet: 'not yet',
    answered: 'Answered by',
    by: 'Chosen by',
    since: 'Since',
    chat: 'Chat',
    buying: 'Buying',
    uploads: 'Pictures of your own',
    adults: 'Grown-ups who may be in touch with you',
    noAdults: 'Nobody',
    adult: ({ username, owner }: NamedAdult) => `@${username}${owner === null ? '' : ` (${ADULT_OWNERS[owner]})`}`,
    adultsFrom: 'They may be in touch from',
    adultsLater: 'When our second mail has reached your parent or guardian, about a day after their yes',
  },
  chosen: {
    chat: {
      off: 'No writing',
      phrases: 'Ready phrases with your friends',
      friends: 'Your own words with your friends',
    } satisfies Record<ChatChoice, string>,
    noBuying: 'No buying',
    ask: 'They are asked each time',
    sum: (shillings: number) => `Up to KSH ${formatNumber(shillings)} each month`,
    uploads: 'Yes, after our team has looked',
  },
  remind: {
    button: 'Remind them',
    busy: 'Sending...',
    once: 'You can remind them once a day.',
    from: (time: string) => `You can remind them once a day: again from ${time}.`,
    enough: `You have reminded them as often as you can. Talk with them about it. You can ask again ${REQUEST_DAYS} days after the last reminder.`,
  },
  /** To whoever has agreed. */
  resend: {
    button: 'Send them the link again',
    once: 'With the link they can change what they chose, or take it back. You can send it once a day.',
    from: (time: string) => `With the link they can change what they chose, or take it back. You can send it again from ${time}.`,
    done: { title: 'The link is on its way', text: 'Tell them that a mail comes, so that they look for it.' },
  },
  expires: `The link in the mail works for ${REQUEST_DAYS} days. A reminder begins them again.`,
  change: 'Wrong address? Change it',
  back: 'Back to the games',
  goOn: 'Go on',
  done: {
    ask: { title: 'The mail is on its way', text: 'Tell them that it comes, so that they look for it.' },
    remind: { title: 'Reminded', text: 'We sent them another mail.' },
    'take-back': { title: 'Taken back', text: 'Nobody can answer by that mail any more.' },
  } satisfies Record<GuardianAction, { title: string; text: string }>,
  failedTitle: 'Not sent',
  /** A player in the settings. */
  row: {
    title: 'Parent or guardian',
    state: {
      none: 'Nobody was asked yet. They choose what opens of chat and buying.',
      asked: 'Asked. They choose what opens of chat and buying.',
      given: 'They said yes, and chose what is open.',
      refused: 'They said no for now.',
      withdrawn: 'They took their yes back.',
      returned: 'Our mail to them came back. Look at the address with them, and ask again.',
      'ended-by-team': 'Nobody has answered at their new address. Ask again.',
    } satisfies Record<ConsentDoor['state'], string>,
  },
  /** What the bell says. */
  notifications: {
    given: { title: 'Your parent or guardian said yes', message: 'See what they chose for you.' },
    changed: { title: 'Your parent or guardian changed what you can do', message: 'See what they chose for you.' },
    refused: {
      title: 'Your parent or guardian said no for now',
      message: `You can ask again after ${REFUSAL_DAYS} days. Talk with them about it.`,
    },
    withdrawn: {
      title: 'Your parent or guardian took their yes back',
      message: `You can ask again after ${REFUSAL_DAYS} days. Talk with them about it.`,
    },
    /** The consent ended by itself. */
    ended: {
      title: 'Our mail to your parent or guardian came back',
      message: 'So what they chose has ended. You did nothing wrong. Look at the address with them, and ask again.',
    },
    /** Our team ended it, and asks at another address: somebody said that it is the guardian's, who may not have. */
    replaced: {
      title: 'We wrote to a new address of your parent or guardian',
      message:
        'Somebody told us that they have a new one. Until they answer, what they chose before is closed. You did nothing wrong. Is that wrong? Tell us.',
    },
  },
  /** The same about one grown-up, by the name that was typed: whether there is such a player is not said. */
  adultNotifications: {
    approved: (username: string) => ({
      title: 'Your parent or guardian approved a grown-up',
      message: `@${username} may now be in touch with you. Your parent or guardian said so. You can still say no, block or report.`,
    }),
    /** It counts from the second mail on. */
    later: (username: string) => ({
      title: 'Your parent or guardian approved a grown-up',
      message: `@${username} may be in touch with you when our second mail has reached your parent or guardian, about a day after their yes. You can still say no, block or report.`,
    }),
    removed: (username: string) => ({
      title: 'Your parent or guardian took a grown-up out',
      message: `Your parent or guardian took @${username} out of the grown-ups whom they approved.`,
    }),
  },
  /** Why an address cannot be asked. */
  fieldErrors: {
    email: {
      empty: 'Type an email address.',
      long: 'This address is too long.',
      characters: 'There is a character in it that no address has.',
      form: 'An address looks like name@example.com.',
      own: 'This is the address of your own account. Ask a grown-up for theirs. Is it theirs? Then give your account an address of your own first, in Settings.',
      device: 'Another account on this phone or computer has this address. Ask a grown-up for their own.',
      blocked: 'We cannot write to this address. Ask with another one.',
      children: `This address has agreed for ${CHILDREN_MAX} children already. Ask with another one, or let the grown-up write to us.`,
    },
  },
  /** Why an operator cannot give a player the guardian's new address. */
  replacement: {
    nobody: 'No guardian has agreed for this player, or was asked by our team, or somebody was faster. Load the page again.',
    same: 'This is the address that we have already.',
    own: 'This is the address of the player’s own account.',
    device: 'This address cannot be used.',
    blocked: 'Its owner wants no such mails from us, or it belongs to a ban.',
    children: `This address has agreed for ${CHILDREN_MAX} children already.`,
    operator: 'This is the address of your own account. Somebody else of the team does this for you.',
    child: 'This is the address of a player under 18.',
    owners: 'Another account has this address by now, or none has it any more. Send the form again.',
  },
  /** Why nothing was sent. */
  failed: {
    again: 'That did not work. Please try again.',
    'not-needed': 'You are 18 or older: nobody has to agree for you.',
    given: 'They said yes already.',
    'still-asked': (iso: string) =>
      `You asked somebody, and our mail can still reach them. Another grown-up can be asked from ${formatLongDate(iso)}. Talk with the one you asked.`,
    'taken-back': (iso: string) => `You took a mail back. Another grown-up can be asked from ${formatLongDate(iso)}.`,
    'nothing-to-take-back': 'There is nothing to take back: somebody has answered, or our team wrote to this address. Load the page again.',
    'nothing-asked': 'There is nobody to remind. Ask a grown-up first.',
    wait: (iso: string) => `You can ask again from ${formatLongDate(iso)}.`,
    'too-soon': 'You can do this once a day. Please wait a little longer.',
    'reminded-enough': `You have reminded them as often as you can. Talk with them about it. You can ask again ${REQUEST_DAYS} days after the last reminder.`,
    attempts: 'You typed many addresses today. Please try again tomorrow.',
    addresses: (iso: string) => `You asked ${ADDRESSES_MAX} addresses in a week. You can ask another one from ${formatLongDate(iso)}.`,
    mailbox: 'This address got many mails from us today. Please try again tomorrow.',
    'many-requests': 'Many mails were sent from here. Please try again in an hour.',
  },
} as const;

/** What was chosen about buying, in words for the player. */
export function describeOwnBuying({ buying, sum }: Choices): string {
  if (buying === 'up-to-a-sum' && sum !== null) return texts.chosen.sum(sum);
  return buying === 'none' ? texts.chosen.noBuying : texts.chosen.ask;
}
