/** Interface texts around articles. The articles themselves are in content/. */
export const texts = {
  metaTitle: (title: string) => `${title} | Kiddo`,
  updated: (date: string) => `Last updated: ${date}`,
  search: 'Search',
  contents: 'On this page',
  found: (count: number, query: string) => `${count} ${count === 1 ? 'result' : 'results'} for “${query}”`,

  blog: {
    categories: 'Categories',
    all: 'All posts',
    searchLabel: 'Search the blog',
    none: (query: string) => `No post found for “${query}”`,
    noneText: 'Try other words, or look at all posts.',
    showAll: 'Show all posts',
    feed: 'Follow by RSS',
    feedTitle: 'In your news reader',
    feedText: 'Do you have an app that gathers news from many sites? Give it this address.',
    by: (author: string) => `By ${author}`,
    back: 'All posts',
    others: 'Read next',
  },

  help: {
    searchLabel: 'Search for help',
    none: (query: string) => `No article found for “${query}”`,
    noneText: 'Try other words, or write to us.',
    contact: 'Write to us',
    showAll: 'All help articles',
    popular: 'Popular articles',
    topics: 'Topics',
    faq: 'Questions we hear most',
    center: 'More questions and answers',
    back: 'Help',
    others: (topic: string) => `More about: ${topic}`,
    still: 'Still stuck?',
    stillText: 'Write to us. A person reads it.',
  },
} as const;
