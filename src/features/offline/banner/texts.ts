/** What every page may have to say when the network goes: few words, since they come with each first visit. */
export const texts = {
  title: 'You are offline',
  text: 'Games you kept still work.',
  old: 'This page is from your last visit.',
  go: 'What works now',
  again: 'Try again',
  asked: 'That page needs internet. It opens again when you are back online.',
  metaTitle: 'You are offline | Kiddo',
} as const;
