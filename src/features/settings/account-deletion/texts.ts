import { formatLongDate } from '../../../shared/date-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { CASE_RETENTION_MONTHS } from '../../moderation/cases/schema.ts';
import { DELETION_GRACE_DAYS, DELETION_LINK_MINUTES } from './rules.ts';

/** The date in Nairobi time. */
export const formatDay = formatLongDate;

/**
 * When the deletion takes longer. It is said to everybody: to say it only to those whom it concerns would tell them that somebody reported
 * them, before a moderator has looked at it.
 */
const waits =
  'If our team is still looking at a report about you on that day, or you cannot write for a while, your account is deleted when that is over. That is mostly a few days later.';

/** All texts of account deletion and data export. */
export const texts = {
  mine: {
    title: 'Your data and your account',
    exportLead: 'Get all that is yours in one file: your names, friends, messages, games, reports and payments. Once an hour.',
    exportPassword: 'Password, so that we know it is you',
    export: 'Export my data',
    exportNoPassword: 'You sign in with Google, so there is no password to ask for. Choose a password first, then get your data.',
    choosePassword: 'Choose a password',
    leaveLead: `You can delete your account. You have ${DELETION_GRACE_DAYS} days to change your mind.`,
    leave: 'Delete my account',
  },
  ask: {
    metaTitle: 'Delete my account | Kiddo',
    title: 'Delete your account?',
    whatHappens: (day: string) => [
      'Right now you are signed out everywhere.',
      `Until ${day} you can sign in and keep everything.`,
      'A card that renews is not charged any more.',
      `After ${day} it is gone for ever: your names, friends, chats, favorites, history, avatar, items and kiddocash.`,
      waits,
      `Was somebody reported, you or by you? Then we keep that report, with the messages in it, for ${CASE_RETENTION_MONTHS} months after we are done with it. It keeps others safe.`,
      'What you paid stays in our books without your name, as the law asks.',
    ],
    password: 'Your password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Delete my account',
    busy: 'Deleting...',
    keep: 'Keep my account',
    noPassword: 'You sign in with Google. To be sure that it is you, we mail you a link.',
    link: 'Mail me the link',
    linkBusy: 'Sending...',
    linkGood: 'The link from your mail works. This is the last step.',
    linkBad: 'This link is too old, was used already, or is for another account.',
  },
  leaving: {
    metaTitle: 'Your account | Kiddo',
    title: (day: string) => `Your account is going to be deleted on ${day}`,
    lead: (username: string) => `@${username}, everything is still here. Do you want to keep it?`,
    waits,
    keep: 'Keep my account',
    busy: 'One moment...',
    signOut: 'Sign Out',
    help: 'Somebody hurts you, or everything is too much?',
    getHelp: 'Get help',
  },
  toasts: {
    failed: (why: string) => ({ title: 'That did not work', text: why }),
    linked: { title: 'Look into your mail', text: 'We sent you a link to delete your account. Nothing is deleted before you use it.' },
  },
  fieldErrors: {
    empty: 'Please fill this in.',
    wrong: 'This is not your password. Try again.',
    busy: 'Many people are signing in right now. Wait a moment, then try again.',
    tooOften: 'You did this many times in a short time. Wait a while, then try again.',
    team: 'You are on the Kiddo team. Ask for another role first, then you can delete this account.',
  },
} as const;

/** Emails about account deletion. */
export const emailTemplates = {
  link: (to: string, username: string, url: string): EmailContent => ({
    to,
    subject: 'Delete your Kiddo account?',
    heading: 'Do you want to delete your account?',
    paragraphs: [
      `Somebody who is signed in as @${username} asked to delete the account. If that was you, press the button and say so once more.`,
    ],
    button: { label: 'Go on', url },
    notes: [`The link works once, for ${DELETION_LINK_MINUTES} minutes.`, 'It was not you? Then do nothing: nothing is deleted.'],
  }),
  leaving: (to: string, username: string, iso: string, login: string): EmailContent => ({
    to,
    subject: 'Your Kiddo account is going to be deleted',
    heading: `Your account goes on ${formatLongDate(iso)}`,
    paragraphs: [
      `@${username} is signed out everywhere now. On ${formatLongDate(iso)} the account and all that is in it is deleted for ever.`,
      'You changed your mind, or it was not you? Sign in before that day and choose "Keep my account".',
      waits,
    ],
    button: { label: 'Keep my account', url: login },
    notes: ['This is the last mail about it.'],
  }),
  kept: (to: string, username: string, reset: string): EmailContent => ({
    to,
    subject: 'Your Kiddo account stays',
    heading: 'Karibu tena! Your account stays.',
    paragraphs: [
      `@${username} is not deleted. Everything is as it was. If a card renewed your plan, turn it on again on your plan’s page.`,
    ],
    button: { label: 'It was not me', url: reset },
    notes: ['Was it you? Then all is well, and you need do nothing.'],
  }),
};
