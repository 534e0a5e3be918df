/** Texts that any page may show when the network is lost. Kept few, because they are part of every first visit. */
export const texts = {
  title: 'You are offline',
  text: 'Games you kept still work.',
  old: 'This page is from your last visit.',
  go: 'What works now',
  again: 'Try again',
  asked: 'That page needs internet. It opens again when you are back online.',
  metaTitle: 'You are offline | Kiddo',
} as const;
