/** What a signed-in player reads who is asked for the password, or for a code, and does not pass. */
export const texts = {
  tooMany: (minutes: number) => `Too many tries. Wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  noCode: 'Please fill this in.',
  wrongCode: 'This code is not right. Type the newest one of your app, or a backup code that you have not used yet.',
  usedCode: 'This code was used already. Wait for the next one, and type that.',
} as const;
