import { formatLongDate } from '../../shared/date-format.ts';
import type { AgeBand } from '../../shared/permissions.ts';
import type { EmailContent } from '../mail/schema.ts';
import { CLOSED_ACCOUNT_DAYS } from '../settings/account-deletion/schema.ts';
import { FIRST_BIRTH_YEAR, type PlayerAgeAction, type Under13Outcome } from './schema.ts';

const FAILED = 'That did not work. Please try again.';

/** All texts about a player's age. The question says nothing of what an answer opens: then nobody has a reason to choose another one. */
export const texts = {
  question: {
    metaTitle: 'When were you born? | Kiddo',
    title: 'When were you born?',
    month: 'Month',
    year: 'Year',
    choose: 'Choose',
    lead: 'We ask everybody once. We keep the month and the year, not the day.',
    submit: 'Continue',
    busy: 'One moment...',
    privacy: 'What we keep, and why',
    help: 'Get help',
    months: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'],
  },
  fieldErrors: {
    month: { empty: 'Choose a month.', unknown: 'Choose a month from the list.', future: 'This month has not come yet.' },
    year: { empty: 'Choose a year.', unknown: `Choose a year from ${FIRST_BIRTH_YEAR} on.`, future: 'This year has not come yet.' },
  },
  failed: { title: 'Not yet', text: FAILED, team: 'Everyone on the Kiddo team must be 18 or older. Check what you chose.' },
  under13: {
    metaTitle: 'Play without an account | Kiddo',
    title: 'You can play right now',
    lead: {
      erased: 'An account of your own is for players who are 13 or older. So we have erased what you typed, your address too.',
      closed: `An account of your own is for players who are 13 or older. So this account is closed. In ${CLOSED_ACCOUNT_DAYS} days we erase it, and our email to its address says what to do if that is a mistake.`,
      due: 'An account of your own is for players who are 13 or older. So this account is closed, and we erase it as soon as we can.',
      kept: 'An account of your own is for players who are 13 or older.',
      none: 'An account of your own is for players who are 13 or older.',
    } satisfies Record<Under13Outcome | 'none', string>,
    firstAnswer: 'The first answer on this device counts for 24 hours. Was that somebody else? Then try again tomorrow.',
    play: 'Play the games',
    games: 'All free games are open',
    scores: 'Your best scores stay here, on this device',
    more: 'Would you like more? Ask a grown-up to read',
    parents: 'For parents',
  },
  team: {
    metaTitle: 'Age of a player | Kiddo',
    title: 'Age',
    back: 'Back to the player',
    bands: { 13: '13 to 15', 16: '16 or 17', 18: '18 or older' } satisfies Record<AgeBand, string>,
    unknown: 'Not asked yet. The player is asked at the next visit.',
    age: 'Age',
    born: 'Born',
    closed: (iso: string) => `Closed, because the player is under 13. It is erased on ${formatLongDate(iso)}.`,
    note: 'Reason',
    noteHint: 'For the team’s log. Write no names and no dates of birth.',
    noteRequired: 'Write a short reason first.',
    busy: 'One moment...',
    forms: {
      close: {
        title: 'The player is under 13',
        lead: `Closes the account at once: the player is signed out everywhere and cannot sign in. Its address gets a mail, and in ${CLOSED_ACCOUNT_DAYS} days the account is erased, later if a report is open. Only an operator can open it again before.`,
        button: 'Close the account',
      },
      change: {
        title: 'Correct the month of birth',
        lead: 'Only with a good reason, such as a letter from the parent. Under 13 closes the account; 13 or older reopens an account that was closed as under 13, with a mail to its address. A deletion that was asked for before then has to be asked for again.',
        button: 'Save the month of birth',
      },
    } satisfies Record<PlayerAgeAction, { title: string; lead: string; button: string }>,
    done: {
      closed: { title: 'Closed', text: 'The account is closed, and its address gets a mail.' },
      changed: { title: 'Saved', text: 'The age is corrected.' },
    },
    failed: { title: 'Not saved', text: FAILED, gone: 'Somebody was faster, or this player is of the team.' },
  },
} as const;

/** The text for an issue of a field of the question. */
export function describeBirthIssue(field: string, issue: string): string {
  const errors: Partial<Record<string, Partial<Record<string, string>>>> = texts.fieldErrors;
  return errors[field]?.[issue] ?? FAILED;
}

/** Emails about a player's age. */
export const emailTemplates = {
  closed: (to: string, username: string, iso: string, contactUrl: string): EmailContent => ({
    to,
    subject: 'Your Kiddo account is closed',
    heading: 'This account is closed',
    paragraphs: [
      `An account on Kiddo is for players who are 13 or older. We learned that the player of @${username} is younger, so nobody can sign in to it any more.`,
      `On ${formatLongDate(iso)} we erase the account and all that is in it, this address too. A card that was charged every month is not charged again. While a report about the account is open, we wait until a person has decided.`,
      'Is that a mistake? Write to us before that day, best together with a parent. We can open the account again.',
      'Everybody can play the free games without an account.',
    ],
    button: { label: 'Write to us', url: contactUrl },
    notes: ['This is the last mail about it.'],
  }),
  reopened: (to: string, username: string, loginUrl: string): EmailContent => ({
    to,
    subject: 'Your Kiddo account is open again',
    heading: 'Karibu tena! Your account is open again',
    paragraphs: [
      `@${username} was closed because we thought that its player is under 13. That is corrected, and everything is as it was.`,
      'A card that renewed your plan does not renew it any more: turn that on again on your plan’s page. If you had asked us to delete the account, ask again.',
    ],
    button: { label: 'Sign In', url: loginUrl },
    notes: [],
  }),
};
