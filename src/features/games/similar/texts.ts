/** Texts of similar games. */
export const texts = { title: 'More like this' } as const;
