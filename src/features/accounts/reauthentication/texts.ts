/** What a signed-in player reads who is asked for the password, or for a code, and does not pass. */
export const texts = {
  tooMany: (minutes: number) => `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  passwordErrors: {
    empty: 'Please fill this in.',
    wrong: 'This is not your password.',
    none: 'Your account has no password. Set one in your settings first.',
    busy: 'Too many people sign in right now. Try again in a moment.',
  },
  noCode: 'Please fill this in.',
  wrongCode: 'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.',
  usedCode: 'This code was used already. Wait for the next one, and type that.',
} as const;
