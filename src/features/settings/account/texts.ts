import { formatLongDay } from '../../../shared/date-format.ts';
import type { EmailContent } from '../../mail/schema.ts';
import { DISPLAY_NAME_CHANGES_MAX, EMAIL_LINK_HOURS, RENAME_DAYS, RENAMES_MAX } from './rules.ts';

/** All texts of the Account tab (spec 2, sections 2 and 5; the toasts are from spec 1, sections 7 and 8). */
export const texts = {
  names: 'Your names',
  username: 'Username',
  usernameHint: `Small letters, digits and _ only. You can change it ${RENAMES_MAX} times in ${RENAME_DAYS} days.`,
  usernameOnce: 'Small letters, digits and _ only. You can change it once more for now.',
  usernameLater: (iso: string) => `You can change your username again on ${formatLongDay(iso)}.`,
  displayName: 'Display Name',
  displayNameHint: `What your friends see. Do not use your real full name. You can change it ${DISPLAY_NAME_CHANGES_MAX} times in ${RENAME_DAYS} days.`,
  displayNameOnce: 'What your friends see. Do not use your real full name. You can change it once more for now.',
  displayNameLater: (iso: string) => `You can change your display name again on ${formatLongDay(iso)}.`,
  avatar: 'Avatar',
  avatarKeep: 'Keep my avatar',
  avatarNone: 'No avatar: show the picture that was drawn for me. What I wear stays on.',
  customize: 'Customize Avatar',
  save: 'Save changes',
  saving: 'Saving...',
  email: 'Email',
  emailHint: 'Email cannot be changed here',
  emailBelow: 'Use the form below: the new email is confirmed by mail first.',
  born: 'Born',
  bornText: 'We asked you once. Only our team can change it: is it not right, then you or a grown-up can',
  writeToUs: 'write to us',
  changeEmail: 'Change e-mail',
  changeLead: 'We send a link to the new email. Until you open it, your old email stays. We tell your old email too.',
  newEmail: 'New email',
  password: 'Your password',
  show: 'Show password',
  hide: 'Hide password',
  send: 'Send the link',
  sending: 'Sending...',
  waiting: (email: string) => `Open the link that we sent to ${email}. It works for ${EMAIL_LINK_HOURS} hours.`,
  noPassword: 'You sign in with Google, so there is no password to ask for. Choose a password first, then change your email.',
  choosePassword: 'Choose a password',
  link: {
    metaTitle: 'Change e-mail | Kiddo',
    title: 'Your new email',
    ready: (email: string) => `From now on your email is ${email}. Is that right?`,
    confirm: 'Yes, change my email',
    confirming: 'Changing...',
    doneTitle: 'Your email is changed',
    done: 'Use it to sign in from now on.',
    invalidTitle: 'This link does not work',
    invalid: 'It is too old, was used already, or is for another account. Ask for a new one in your settings.',
    toSettings: 'Go to Settings',
  },
  toasts: {
    saved: { title: 'Profile updated', text: 'Your profile has been successfully updated.' },
    failed: (why: string) => ({ title: 'Update failed', text: why }),
    sent: { title: 'Look into your mail', text: 'We sent a link to the new email. Open it to change your email.' },
  },
  fieldErrors: {
    form: 'Please check the fields marked in red.',
    taken: 'This username is taken. Try another, or add a number.',
    avatar: 'Choose a picture on the page Customize Avatar.',
    same: 'This is your email already.',
    empty: 'Please fill this in.',
    wrong: 'This is not your password. Try again.',
    busy: 'Many people are signing in right now. Wait a moment, then try again.',
    filter: 'We cannot look at names right now, so nothing was saved. Try again in some minutes.',
    tooOften: 'You did this many times in a short time. Wait a while, then try again.',
  },
} as const;

/** Emails about a change of the address. They contain no input from strangers except a username. */
export const emailTemplates = {
  prove: (to: string, username: string, url: string): EmailContent => ({
    to,
    subject: 'Confirm your new email for Kiddo',
    heading: 'Is this your new email?',
    paragraphs: [`The player @${username} wants to use this email from now on. If that is you, press the button.`],
    button: { label: 'Use this email', url },
    notes: [
      `The link works once, for ${EMAIL_LINK_HOURS} hours, on a phone or computer where you are signed in.`,
      'It is not you? Then do nothing: nothing happens.',
    ],
  }),
  /** To the owner of the address: another player tried to use it. */
  taken: (to: string, username: string): EmailContent => ({
    to,
    subject: 'Somebody wanted to use your email',
    heading: 'Your email stays yours',
    paragraphs: [`Another player wanted to use this email, but it belongs to your account @${username}. Nothing changed.`],
    notes: ['Was it you, with another account? One email can have one account only.'],
  }),
  asked: (to: string, username: string, url: string): EmailContent => ({
    to,
    subject: 'Your Kiddo account is to get another email',
    heading: 'Another email for your account?',
    paragraphs: [
      `Somebody who knows the password of @${username} asked to change its email. It changes when the new email is confirmed.`,
      'Was it not you? Then choose a new password now. That stops it.',
    ],
    button: { label: 'It was not me: change the password', url },
    notes: ['Was it you? Then all is well, and you need do nothing.'],
  }),
  changed: (to: string, username: string, url: string): EmailContent => ({
    to,
    subject: 'The email of your Kiddo account was changed',
    heading: 'Your email was changed',
    paragraphs: [`@${username} has another email now. This is the last mail about that account to this one.`],
    button: { label: 'It was not me: write to us', url },
    notes: ['Was it you? Then all is well, and you need do nothing.'],
  }),
};
