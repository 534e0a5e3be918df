/** Words of the kit itself. */
export const texts = {
  close: 'Close',
  news: 'News',
} as const;
