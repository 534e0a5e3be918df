import { formatAges } from '../../shared/age-format.ts';
import { AGE_BANDS, type AgeBand, type BandRules } from '../../shared/permissions.ts';

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

const FOUND_BY: Record<BandRules['isFoundBy'], string> = {
  'part-of-name': 'A name or a part of it, or the friend code',
  'whole-username': 'The whole username, or the friend code; nothing else',
};
const ASKED_BY: Record<BandRules['isAskedBy'], string> = {
  everyone: 'All of them',
  'code-or-shared-friend': 'Friends of their friends, and who has their friend code',
};

/** What each age can do with others, as a table in Markdown, from the table that the server decides by (AGE_BAND_RULES). */
export function writeAgeTable(rules: Record<AgeBand, BandRules>): string {
  const rows = AGE_BANDS.map((band) => {
    const { reaches, isFoundBy, isAskedBy } = rules[band];
    const reached = reaches.length === 0 ? 'Nobody' : `Players of ${formatAges(reaches)}`;
    return [formatAges([band]), reached, FOUND_BY[isFoundBy], ASKED_BY[isAskedBy]];
  });
  const head = [
    'Age',
    'Who can find them, become friends and chat with them',
    'What it takes to find them',
    'Who of these can ask to be friends',
  ];
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
