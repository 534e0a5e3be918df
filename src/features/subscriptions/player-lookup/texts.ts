/** All texts of the player lookup. */
export const texts = {
  metaTitle: 'Find a player | Kiddo',
  title: "A player's money",
  lead: 'Payments, subscriptions and kiddocash, to look at; and kiddocash to grant or take.',
  label: 'Username, mail or payment number',
  hint: 'As it is on a receipt. All of it, not a part.',
  find: 'Find',
  nobody: 'Nobody has this name or mail, and no payment has this number. Look at the letters again.',
} as const;
