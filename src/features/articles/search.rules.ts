import { isWithinEditDistance } from '../../shared/edit-distance.ts';
import { QUERY_MAX } from './schema.ts';

/** The same minimum query length and maximum number of results as in the game search (spec 1, section 5). */
const QUERY_MIN = 2;
const RESULTS_MAX = 20;
const WORDS_MAX = 6;

/** Stop words: every text has them, so they do not help a search. */
const STOP_WORDS = new Set(
  'a an and are as at be by can do does for from have how i in is it me my of on or our that the this to was we what when where who why with you your'.split(
    ' ',
  ),
);

/** Scores of an article by how a word matches: as typed, as the start of a word, or as a similar word. */
const SCORES = { title: { exact: 12, prefix: 8, typo: 5 }, text: { exact: 3, prefix: 2, typo: 1 } } as const;
type MatchKind = keyof typeof SCORES.title;

/** An item of the search index, with its words counted once. */
export type SearchDocument<T> = { item: T; title: Set<string>; text: Map<string, number> };

/** Indexes an article for search. */
export function createSearchDocument<T>(item: T, title: string, text: string): SearchDocument<T> {
  const counts = new Map<string, number>();
  for (const word of tokenize(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return { item, title: new Set(tokenize(title)), text: counts };
}

/** The query, trimmed and cut to QUERY_MAX characters. */
export function normalizeQuery(query: string | null): string {
  return (query ?? '').trim().slice(0, QUERY_MAX).toWellFormed();
}

/**
 * The articles that match a query, best first, at most 20: first those with the most of the typed words; among these, title before text,
 * words as typed before words that start with them, and rare words before common ones. A word that no article has matches similar words:
 * one edit from four letters on, two from eight on. Queries under 2 characters find nothing.
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
    // A word that few articles have says more about what the reader wants.
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

/** The words of the vocabulary that a typed word matches. Similar words are tried only if nothing else matches. */
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
    // The second and third mention add a little; those after the eighth add nothing.
    const inText = text.has(form) ? SCORES.text[matchKind] * (1 + Math.log2(Math.min(8, text.get(form) ?? 1)) / 3) : 0;
    best = Math.max(best, inTitle + inText);
  }
  return best;
}

/** Splits a text into lower-case words without accents; `log-in` and `Log In` give the same two words. */
function tokenize(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
