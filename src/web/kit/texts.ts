/** Texts of the kit itself. */
export const texts = {
  close: 'Close',
  news: 'News',
  /** The badge of moderators and operators. */
  team: 'Kiddo team',

  /** The end of a growing list, for lists without texts of their own. */
  list: {
    more: 'Load more',
    loading: 'Loading more...',
    added: (count: number) => `${count} more loaded.`,
    failed: 'The rest could not be loaded. Please try again.',
    offline: 'You are offline. The list goes on by itself when the network is back.',
    again: 'Try Again',
    end: 'That is everything.',
  },
} as const;
