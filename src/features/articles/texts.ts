import { formatAges } from '../../shared/age-format.ts';
import {
  AGE_BANDS,
  getAllowances,
  needsGuardian,
  VISITOR_GAMES_UP_TO,
  type AgeBand,
  type Allowances,
  type BandRules,
  type ContentMark,
} from '../../shared/permissions.ts';
import { BUYING_CHOICES, CHAT_CHOICES } from '../guardians/schema.ts';

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
    status: 'See if everything works now',
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

const GAMES: Record<ContentMark, string> = { 0: 'Games for everyone', 13: 'Games for everyone, and those from 13', 16: 'All games' };

/** What each age can do with others, and which games it sees, as a table in Markdown, from the table that the server decides by (AGE_BAND_RULES). */
export function writeAgeTable(rules: Record<AgeBand, BandRules>): string {
  const rows = AGE_BANDS.map((band) => {
    const { reaches, isFoundBy, isAskedBy, gamesUpTo } = rules[band];
    const approved = needsGuardian(band) ? 'grown-ups whom you approved by name' : 'players under 18 whose guardian approved them by name';
    const reached = `${reaches.length === 0 ? 'Nobody' : `Players of ${formatAges(reaches)}`}; ${approved}`;
    return [formatAges([band]), reached, FOUND_BY[isFoundBy], ASKED_BY[isAskedBy], GAMES[gamesUpTo]];
  });
  const visitors = ['Without an account', 'Nobody', 'Nothing', 'Nobody', GAMES[VISITOR_GAMES_UP_TO]];
  const head = [
    'Age',
    'Who can find them, and become friends with them',
    'What it takes to find them',
    'Who of these can ask to be friends',
    'Games that they see',
  ];
  return writeTable(head, [visitors, ...rows]);
}

const CHAT: Record<Allowances['chat'], string> = {
  off: 'no messages',
  'phrases-by-code': 'ready phrases, with friends made by a friend code',
  phrases: 'ready phrases, with all friends',
  free: 'own words, with all friends',
};
const BUYING: Record<Allowances['buying'], string> = {
  none: 'nothing',
  ask: 'what you pay when your child asks you',
  'up-to-a-sum': 'up to your sum each month',
  free: 'everything',
};

/**
 * What players may do before and after an answer of their guardian, as a table in Markdown for guardians, from the rules that the server
 * decides by (getAllowances).
 */
export function writeConsentTable(): string {
  const [child, adult] = [AGE_BANDS.filter((band) => needsGuardian(band)), AGE_BANDS.filter((band) => !needsGuardian(band))];
  const writeRow = (bands: readonly AgeBand[], answer: string, allowed: readonly Allowances[]) => [
    answer,
    formatAges(bands),
    writeChoice(allowed.map(({ chat }) => CHAT[chat])),
    writeChoice(allowed.map(({ buying }) => BUYING[buying])),
    writeChoice(allowed.map(({ canUpload }) => (canUpload ? 'yes' : 'no'))),
  ];
  const [youngest] = child;
  const chosen = CHAT_CHOICES.flatMap((chat) => BUYING_CHOICES.map((buying) => getAllowances(youngest ?? null, { chat, buying })));
  return writeTable(
    ['Your answer', 'Age', 'Chat', 'Buying with money', 'Pictures of their own'],
    [
      writeRow(child, 'None yet', [getAllowances(youngest ?? null, null)]),
      writeRow(child, 'No, or a yes that was taken back', [getAllowances(youngest ?? null, 'no')]),
      writeRow(child, 'Yes', chosen),
      writeRow(adult, 'Not needed', [getAllowances(adult[0] ?? null, null)]),
    ],
  );
}

/** 'No messages', or 'You choose: no messages; ready phrases'. */
function writeChoice(options: string[]): string {
  const different = [...new Set(options)];
  const text = different.join('; ');
  return different.length > 1 ? `You choose: ${text}` : `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

function writeTable(head: string[], rows: string[][]): string {
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
