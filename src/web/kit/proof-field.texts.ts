/** Texts of the field in which somebody of the team proves who they are. */
export const texts = {
  code: 'Code of your second step',
  codeHint: 'The newest code of your app, or a backup code.',
  password: 'Your password',
  passwordHint: 'The demo team has no second step, so your password is asked for.',
  show: 'Show the password',
  hide: 'Hide the password',
} as const;
