import { PASSWORD_MIN } from '../../accounts/schema.ts';
import type { EmailContent } from '../../mail/schema.ts';

/** All texts of the Security tab (spec 2, sections 2 and 5). */
export const texts = {
  password: {
    title: 'Password',
    lead: 'When you change it, all other phones and computers are signed out.',
    current: 'Current password',
    next: 'New password',
    confirm: 'Confirm new password',
    show: 'Show password',
    hide: 'Hide password',
    submit: 'Update Password',
    busy: 'Updating...',
    none: 'You sign in with Google, so you have no password here yet. We can mail you a link to choose one.',
    link: 'Mail me the link',
    linkBusy: 'Sending...',
  },
  sessions: {
    title: 'Where you are signed in',
    lead: 'Something here that is not yours? Sign it out, then change your password.',
    here: 'This one',
    unknown: 'Unknown device',
    on: (browser: string, system: string) => `${browser} on ${system}`,
    since: 'Signed in',
    used: 'Last used',
    from: (place: string) => `Network ${place}`,
    out: 'Sign out',
    outOf: (device: string) => `Sign out ${device}`,
    others: 'Sign out all others',
    busy: 'Signing out...',
    alone: 'You are signed in nowhere else.',
    more: 'There are more. Sign out all others to end them too.',
  },
  twoFactor: {
    title: 'Two-step sign-in',
    off: 'After your password you also type a code from an app on your phone. Then nobody gets in with your password alone.',
    needsPassword: 'Choose a password first: the code is asked for after it.',
    on: 'It is on: after your password we ask for a code from your app.',
    left: (count: number) =>
      count === 0 ? 'You have no backup codes left. Make new ones.' : `You have ${count} backup ${count === 1 ? 'code' : 'codes'} left.`,
    yourPassword: 'Your password',
    begin: 'Set it up',
    beginBusy: 'One moment...',
    scan: 'Open an authenticator app and scan this picture.',
    picture: 'A picture for your authenticator app. The key below says the same.',
    type: 'Cannot scan it? Type this key into the app:',
    code: 'The 6 digits that the app shows now',
    confirm: 'Turn it on',
    confirmBusy: 'Checking...',
    cancel: 'Not now',
    codesTitle: 'Your backup codes',
    codesLead: 'Each works once, when your phone is not at hand. Keep them on paper or in a safe place: we show them only now.',
    download: 'Save them as a file',
    file: (codes: readonly string[]) =>
      `Kiddo backup codes\r\nEach works once, in place of the code from your app.\r\n\r\n${codes.join('\r\n')}\r\n`,
    kept: 'I have kept them',
    change: 'New backup codes, or turn it off',
    newCodes: 'Make new backup codes',
    newBusy: 'Making...',
    turnOff: 'Turn it off',
    offBusy: 'Turning off...',
  },
  toasts: {
    updated: { title: 'Password updated', text: 'Your password is changed. All other phones and computers are signed out.' },
    notUpdated: (why: string) => ({ title: 'Password not changed', text: why }),
    linked: { title: 'Look into your mail', text: 'We sent you a link to choose a password. It works for an hour.' },
    ended: { title: 'Signed out', text: 'That phone or computer is signed out.' },
    othersEnded: { title: 'Signed out', text: 'All other phones and computers are signed out.' },
    on: {
      title: 'Two-step sign-in is on',
      text: 'Next time we ask for a code after your password. All other phones and computers are signed out.',
    },
    off: { title: 'Two-step sign-in is off', text: 'Your password alone signs you in again.' },
    codes: { title: 'New backup codes', text: 'The old ones do not work any more.' },
    notDone: (why: string) => ({ title: 'That did not work', text: why }),
  },
  fieldErrors: {
    differ: 'New passwords do not match',
    short: `Password must be at least ${PASSWORD_MIN} characters long`,
    long: 'This password is too long.',
    characters: 'Some of these characters cannot be used.',
    empty: 'Please fill this in.',
    wrong: 'This is not your password. Try again.',
    busy: 'Many people are signing in right now. Wait a moment, then try again.',
    tooOften: 'You did this many times in a short time. Wait a while, then try again.',
    // Of the setup, where no backup code works yet.
    code: 'This code is not right. Wait for the next one, and type that.',
    again: 'Please begin again.',
    gone: 'It was signed out already.',
  },
} as const;

const wasItYouNote = 'Was it you? Then all is well, and you need do nothing.';

/** Emails about changes to how an account signs in. */
export const emailTemplates = {
  password: (to: string, username: string, reset: string): EmailContent => ({
    to,
    subject: 'Your Kiddo password was changed',
    heading: 'Your password was changed',
    paragraphs: [`The password of @${username} was changed just now, and all other phones and computers were signed out.`],
    button: { label: 'It was not me', url: reset },
    notes: [wasItYouNote],
  }),
  second: (what: 'on' | 'off' | 'codes', to: string, username: string, reset: string): EmailContent => ({
    to,
    subject: { on: 'Two-step sign-in is on', off: 'Two-step sign-in is off', codes: 'New backup codes for Kiddo' }[what],
    heading: { on: 'Two-step sign-in is on', off: 'Two-step sign-in is off', codes: 'You have new backup codes' }[what],
    paragraphs: [
      {
        on: `From now on @${username} signs in with the password and a code from an app. All other phones and computers were signed out.`,
        off: `From now on @${username} signs in with the password alone.`,
        codes: `New backup codes were made for @${username}. The old ones do not work any more.`,
      }[what],
    ],
    button: { label: 'It was not me', url: reset },
    notes: [wasItYouNote],
  }),
};
