import type { Letter } from '../mail/schema.ts';
import { DISPLAY_NAME_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX } from './limits/schema.ts';
import type { News } from './schema.ts';

/** Every word of signing up, in and out. The toasts are those of spec 1, section 8, and spec 2, section 8. */
export const texts = {
  signIn: {
    title: 'Sign In',
    metaTitle: 'Sign In | Kiddo',
    newHere: 'New here?',
    signUp: 'Sign up',
    identifier: 'Email or Username',
    password: 'Password',
    show: 'Show password',
    hide: 'Hide password',
    remember: 'Remember me',
    forgot: 'Forgot your password?',
    submit: 'Sign In',
    busy: 'Signing in...',
    or: 'or',
    google: 'Continue with Google',
    noGoogle: 'Google sign-in is not set up here',
    home: 'Home',
    greeting: 'Karibu tena!',
    greetingMeaning: 'Welcome back',
    link: 'You already have a Kiddo account with this email. Sign in with your password, and we connect Google to it.',
  },
  signUp: {
    title: 'Create your account',
    metaTitle: 'Sign Up | Kiddo',
    haveAccount: 'Have an account?',
    signIn: 'Sign in',
    username: 'Username',
    usernameHint: `Small letters, digits and _ only. Others see it. Do not use your real full name.`,
    displayName: 'Display Name',
    displayNameHint: 'What your friends see. You can change it later.',
    email: 'Email',
    emailHint: 'Nobody sees it. A parent’s address is fine too.',
    password: 'Password',
    passwordHint: `At least ${PASSWORD_MIN} characters. Longer is safer.`,
    confirm: 'Confirm Password',
    differ: 'Passwords do not match',
    submit: 'Create Account',
    busy: 'Creating...',
    agree:
      'By creating an account you agree to our Terms and Privacy. You are 13 or older, and if you are under 18, your parent or guardian says yes.',
    terms: 'Terms',
    privacy: 'Privacy',
    greeting: 'Karibu!',
    greetingMeaning: 'Welcome to Kiddo',
  },
  confirm: {
    title: 'Confirm Your Email',
    lead: 'We sent you an email with a link. Open it to start. Nothing there? Look in Spam, or let us send it again.',
    email: 'Email',
    submit: 'Resend Confirmation Email',
    busy: 'Sending...',
    back: 'Back to Login',
  },
  reset: {
    title: 'Reset Password',
    lead: 'Type the email of your account. We send you a link to choose a new password.',
    email: 'Email',
    submit: 'Send Reset Email',
    busy: 'Sending...',
    back: 'Back to Login',
  },
  newPassword: {
    title: 'Choose a new password',
    metaTitle: 'Reset Password | Kiddo',
    checking: 'Checking your link...',
    lead: 'You stay signed out on every other phone and computer.',
    password: 'New password',
    confirm: 'Confirm new password',
    submit: 'Save new password',
    busy: 'Saving...',
    invalidLead: 'We take you back to the login page, where you can ask for a new link.',
    toLogin: 'Go to login',
  },
  confirmPage: {
    title: 'Confirm your email',
    metaTitle: 'Confirm your email | Kiddo',
    lead: 'One tap and you are in.',
    submit: 'Confirm my email',
    busy: 'Confirming...',
    elsewhere: 'You signed up on another phone, computer or browser. Type the password you chose there.',
    password: 'Password',
    wrong: 'This is not the password of this account. Try again, or choose a new one.',
    forgot: 'Choose a new password',
    invalid: 'This link is too old or not complete.',
    already: 'This email is confirmed already.',
    signIn: 'Sign In',
    again: 'Send me a new link',
    home: 'Home',
  },
  signOut: { label: 'Sign Out', busy: 'Signing out...' },
  faults: {
    empty: 'Please fill this in.',
    long: 'This is too long.',
    characters: 'Some of these characters cannot be used.',
    username: {
      long: `A username has at most ${USERNAME_MAX} characters.`,
      characters: 'Use only the letters a to z, digits and _ (no spaces).',
      taken: 'This username is taken. Try another, or add a number.',
      kept: 'This username is kept for the Kiddo team. Try another.',
    },
    displayName: {
      long: `A display name has at most ${DISPLAY_NAME_MAX} characters.`,
      characters: 'Use letters and digits. Some signs cannot be used here.',
    },
    email: {
      form: 'This does not look like an email. It needs an @, like name@example.com.',
      characters: 'This does not look like an email.',
    },
    password: {
      short: `A password needs at least ${PASSWORD_MIN} characters.`,
      long: `A password has at most ${PASSWORD_MAX} characters.`,
    },
    differ: 'Passwords do not match',
  },
  toasts: {
    signUpFailed: (why: string) => ({ title: 'Sign up failed', text: why }),
    unconfirmed: { title: 'Email not confirmed', text: 'Please check your email and click the confirmation link before signing in.' },
    signInFailed: (why: string) => ({ title: 'Sign in failed', text: why }),
    resent: { title: 'Confirmation email sent', text: 'Check your email for the confirmation link' },
    resetSent: { title: 'Password reset email sent', text: 'Check your email for password reset instructions.' },
    error: (why: string) => ({ title: 'Error', text: why }),
    invalidReset: { title: 'Invalid reset link', text: 'This password reset link is invalid or has expired.' },
    resetExpired: { title: 'Session expired', text: 'Please reopen the password reset link from your email.' },
    passwordFailed: (why: string) => ({ title: 'Error updating password', text: why }),
    differ: { title: "Passwords don't match", text: 'Please make sure both passwords are identical.' },
    short: { title: 'Password too short', text: `Password must be at least ${PASSWORD_MIN} characters long.` },
  },
  /** Why something did not work, said so that one can go on. */
  why: {
    wrong: 'The email, username or password is not right. Check what you typed and try again.',
    tooMany: (minutes: number) =>
      `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or use "Forgot your password?".`,
    tooManyForms: 'You did this many times in a short time. Wait a while, then try again.',
    form: 'Please check the fields marked in red.',
    mailLate: 'Our mail is slow right now. We keep trying, so look again in some minutes.',
    unexpected: 'An unexpected error occurred.',
    google: 'We could not sign you in with Google. Try again, or use your password.',
    googleUnconfirmed: 'Google says that this email is not confirmed yet. Confirm it with Google first.',
    notHere: 'Google sign-in is not set up here',
    busy: 'Many people are signing in right now. Wait a moment, then try again.',
  },
} as const;

type NewsToast = { title: string; text: string; kind?: 'bad'; stays?: true; link?: { to: string; label: string } };

const again = { to: '/login?view=confirm', label: 'Did not get it?' };

/** What is told once after a step that led to another page. */
export const news: Record<News, NewsToast> = {
  'signed-out': { title: 'Signed out', text: 'You have been successfully signed out.' },
  'check-email': { title: 'Success!', text: 'Check your email to confirm your account.', stays: true, link: again },
  'check-email-late': {
    title: 'Success!',
    text: `Check your email to confirm your account. ${texts.why.mailLate}`,
    stays: true,
    link: again,
  },
  confirmed: { title: 'Email confirmed', text: 'Karibu! You are signed in.' },
  'already-confirmed': { title: 'Email confirmed', text: 'Your email is confirmed. You can sign in now.' },
  'password-updated': {
    title: 'Password updated successfully',
    text: 'Your password has been updated. You can now sign in with your new password.',
  },
  'google-failed': { title: 'Sign in failed', text: texts.why.google, kind: 'bad' },
  'google-unconfirmed': { title: 'Sign in failed', text: texts.why.googleUnconfirmed, kind: 'bad' },
  'google-connected': { title: 'Google connected', text: 'Next time you can sign in with Google.' },
};

const mistake = 'You did not ask for this? Then do nothing, and delete this mail.';

/** Mails about accounts. They hold nothing that a stranger typed but a username, which is letters, digits and _ only. */
export const letters = {
  confirm: (to: string, username: string, url: string): Letter => ({
    to,
    subject: 'Confirm your email for Kiddo',
    heading: 'Karibu! Welcome to Kiddo.',
    paragraphs: [`Somebody signed up as @${username} with this email. If that was you, press the button, and you are in.`],
    button: { label: 'Confirm my email', url },
    notes: [
      'The link works for 24 hours.',
      'You did not sign up? Then do nothing: nobody can use this account, and we forget it after 7 days.',
    ],
  }),
  known: (to: string, username: string, login: string): Letter => ({
    to,
    subject: 'You already have a Kiddo account',
    heading: 'You already have an account',
    paragraphs: [
      `Somebody wanted to sign up with this email, but it has an account already: @${username}. Sign in with it. If you forgot the password, choose "Forgot your password?" there.`,
    ],
    button: { label: 'Sign In', url: login },
    notes: ['It was not you? Then do nothing. Nothing changed in your account.'],
  }),
  reset: (to: string, username: string, url: string): Letter => ({
    to,
    subject: 'Choose a new Kiddo password',
    heading: 'Choose a new password',
    paragraphs: [`You can choose a new password for @${username}. All other phones and computers are signed out then.`],
    button: { label: 'Choose a new password', url },
    notes: ['The link works once, for one hour.', mistake],
  }),
  changed: (to: string, username: string, url: string): Letter => ({
    to,
    subject: 'Your Kiddo password was changed',
    heading: 'Your password was changed',
    paragraphs: [`The password of @${username} was changed just now, and all phones and computers were signed out.`],
    button: { label: 'It was not me', url },
    notes: ['Was it you? Then all is well, and you need do nothing.'],
  }),
};
