import { QUERY_MAX } from './schema.ts';

/** Searches need as many characters as searches for games do (spec 1, section 5), and show as many results at most. */
const QUERY_MIN = 2;
const RESULTS_MAX = 20;
const WORDS_MAX = 6;

/** Words that every text has say nothing about what is looked for. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from have how i in is it me my of on or our that the this to was we what when where who why with you your'.split(
    ' ',
  ),
);

/** What one article weighs by how a word is found: as typed, as the beginning of a word, or as what was probably meant. */
const SCORES = { title: { exact: 12, prefix: 8, typo: 5 }, text: { exact: 3, prefix: 2, typo: 1 } } as const;
type MatchKind = keyof typeof SCORES.title;

/** What can be found: its words, once counted. */
export type SearchDocument<T> = { item: T; title: Set<string>; text: Map<string, number> };

/** Prepares an article for being found. */
export function createSearchDocument<T>(item: T, title: string, text: string): SearchDocument<T> {
  const counts = new Map<string, number>();
  for (const word of tokenize(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { item, title: new Set(tokenize(title)), text: counts };
}

/** What is looked for: trimmed and cut to a bounded length. */
export function normalizeQuery(query: string | null): string {
  return (query ?? '').trim().slice(0, QUERY_MAX).toWellFormed();
}

/**
 * The articles that fit a query, best first, at most 20: those with most of the typed words first; among them the title
 * before the text, words as typed before their beginnings, and rare words before common ones. A word that no article has
 * counts as what was probably meant: one slip from four letters on, two from eight on. Under 2 characters nothing is found.
 */
export function searchDocuments<T>(articles: SearchDocument<T>[], query: string): T[] {
  const text = normalizeQuery(query);
  if (Array.from(text).length < QUERY_MIN) return [];
  const all = [...new Set(tokenize(text))];
  const significantWords = all.filter((word) => !STOP_WORDS.has(word));
  const words = (significantWords.length > 0 ? significantWords : all).slice(0, WORDS_MAX);
  const vocabulary = new Set(articles.flatMap(({ title, text: counts }) => [...title, ...counts.keys()]));
  const scored = articles.map((article) => ({ article, words: 0, points: 0 }));
  for (const word of words) {
    const forms = findWordForms(word, vocabulary);
    const scores = articles.map((article) => scoreDocument(article, forms));
    const matchCount = scores.filter((points) => points > 0).length;
    // A word that few articles have says more about what is looked for.
    const weight = 1 + Math.log(articles.length / Math.max(1, matchCount));
    scores.forEach((points, i) => {
      const entry = scored[i];
      if (!entry || points === 0) return;
      entry.words += 1;
      entry.points += points * weight;
    });
  }
  return scored
    .filter((entry) => entry.words > 0)
    .sort((a, b) => b.words - a.words || b.points - a.points)
    .slice(0, RESULTS_MAX)
    .map((entry) => entry.article.item);
}

/** The words of the vocabulary that a typed word stands for. Slips are looked for only where nothing else is found. */
function findWordForms(word: string, vocabulary: Set<string>): Map<string, MatchKind> {
  const forms = new Map<string, MatchKind>();
  if (vocabulary.has(word)) forms.set(word, 'exact');
  if (word.length >= 2)
    for (const candidate of vocabulary) if (candidate !== word && candidate.startsWith(word)) forms.set(candidate, 'prefix');
  if (forms.size > 0) return forms;
  const maxEdits = word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0;
  if (maxEdits > 0) for (const candidate of vocabulary) if (isWithinEditDistance(word, candidate, maxEdits)) forms.set(candidate, 'typo');
  return forms;
}

function scoreDocument<T>({ title, text }: SearchDocument<T>, forms: Map<string, MatchKind>): number {
  let best = 0;
  for (const [form, matchKind] of forms) {
    const inTitle = title.has(form) ? SCORES.title[matchKind] : 0;
    // The second and third mention say a little more, the thirtieth nothing.
    const inText = text.has(form) ? SCORES.text[matchKind] * (1 + Math.log2(Math.min(8, text.get(form) ?? 1)) / 3) : 0;
    best = Math.max(best, inTitle + inText);
  }
  return best;
}

/** Whether so few slips (a letter too many, too few, another, or two that changed places) lie between two words. */
export function isWithinEditDistance(one: string, other: string, maxEdits: number): boolean {
  if (Math.abs(one.length - other.length) > maxEdits) return false;
  let previousRow: number[] = [];
  let row = Array.from({ length: other.length + 1 }, (_, j) => j);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const same = one[i - 1] === other[j - 1] ? 0 : 1;
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1])
        cost = Math.min(cost, (previousRow[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > maxEdits) return false;
    previousRow = row;
    row = next;
  }
  return (row[other.length] ?? Infinity) <= maxEdits;
}

/** Words in small letters without accents; `log-in` and `Log In` are the same two. */
function tokenize(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
