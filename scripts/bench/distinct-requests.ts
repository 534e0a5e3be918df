import type { AppContext } from '../../src/context.server.ts';
import { DEVICES, GENDERS, TABS } from '../../src/features/games/catalogue/schema.ts';
import { encodeCursor } from '../../src/shared/paging.ts';
import { createRandom } from '../random.ts';

// Addresses of the API of which no two are the same, so that no shared response serves a request. A few games, genres and words are asked
// for often, most rarely.

/** Part of the lists that begin at the top; there are only so many combinations of filters. */
const FIRST_PAGES = 600;

/** @returns `count` addresses of single games */
export async function listGameAddresses(ctx: AppContext, count: number): Promise<string[]> {
  const { rows } = await ctx.db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .execute()
    .then((found) => ({ rows: found[0]?.n ?? 0 }));
  const random = createRandom(1);
  return collect(count, () => `/api/v1/games/bench-${String(Math.ceil(random() ** 2 * rows)).padStart(8, '0')}`);
}

/** @returns `count` addresses of list pages of any filters: first pages, and pages that begin after a game somewhere in the list */
export async function listPageAddresses(ctx: AppContext, count: number): Promise<string[]> {
  const random = createRandom(2);
  const pick = <T>(values: readonly T[]) => values[Math.floor(values.length * random() ** 2)] as T;
  const { generation } = await ctx.db.selectFrom('popular_order').select('generation').executeTakeFirstOrThrow();
  const genres = (await ctx.db.selectFrom('genres').select('name').orderBy('id').execute()).map((row) => row.name);
  const starts = await ctx.db.selectFrom('listing_entries').selectAll().where('genre_id', '=', 0).limit(count).execute();
  const popular = generation % 2 === 0 ? 'popular_even' : 'popular_odd';
  const cursors = {
    popular: (row: (typeof starts)[0]) => [generation, row[popular], row.newest, row.game_id],
    'top-rated': (row: (typeof starts)[0]) => [row.rated, row.title_key, row.game_id],
    featured: (row: (typeof starts)[0]) => [row.featured, row.newest, row.game_id],
    recommended: (row: (typeof starts)[0]) => [0, 0, row.mix, 0, row.mix, row.game_id],
  };
  let made = 0;
  return collect(count, () => {
    const params = new URLSearchParams();
    const tab = pick(TABS);
    if (tab !== 'popular') params.set('tab', tab);
    if (random() < 0.7) params.set('genre', pick(genres));
    if (random() < 0.4) params.set('device', pick(DEVICES));
    if (random() < 0.3) params.set('gender', pick(GENDERS));
    if (random() < 0.2) params.set('size', 'light');
    if (made++ >= FIRST_PAGES) params.set('cursor', encodeCursor(cursors[tab](pick(starts))));
    return `/api/v1/games?${params}`;
  });
}

/** What is typed: how often, and how it is made of the words of a title. */
const QUERIES: readonly (readonly [share: number, make: (words: string[], random: () => number) => string])[] = [
  [0.25, firstWord],
  [0.25, ([word = ''], random) => word.slice(0, 3 + Math.floor(random() * (word.length - 3)))],
  [0.25, ([one = '', two = '']) => `${one} ${two}`],
  [0.25, ([word = ''], random) => slip(word, random)],
];

/** @returns `count` addresses of searches: words, beginnings of words, two words, and words with a slip, a quarter each as long as they last */
export async function listSearchAddresses(ctx: AppContext, count: number): Promise<string[]> {
  const random = createRandom(3);
  const titles = await ctx.db.selectFrom('search_titles').select('title_key').limit(count).execute();
  const words = titles.map(({ title_key }) => title_key.split(' '));
  return collect(count, () => {
    let part = random();
    const make = QUERIES.find(([share]) => (part -= share) < 0)?.[1] ?? firstWord;
    const title = words[Math.floor(words.length * random())] as string[];
    const others = words[Math.floor(words.length * random())] as string[];
    // Half of the pairs are of one title, the others may be in none.
    const one = title.toSorted(() => random() - 0.5);
    return `/api/v1/search?q=${encodeURIComponent(make(random() < 0.5 ? one : [one[0] ?? '', others[0] ?? ''], random))}`;
  });
}

function firstWord([word = '']: string[]): string {
  return word;
}

/** A word as it is mistyped: a letter left out, doubled, replaced, or two swapped. */
function slip(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
  const kinds = [
    before + after,
    before + letter + letter + after,
    `${before}x${after}`,
    before + after.charAt(0) + letter + after.slice(1),
  ];
  return kinds[Math.floor(random() * kinds.length)] as string;
}

/** Distinct texts. @throws Error if `make` makes too few different ones */
function collect(count: number, make: () => string): string[] {
  const made = new Set<string>();
  for (let tries = 0; made.size < count; tries++) {
    if (tries > count * 20) throw new Error(`only ${made.size} of ${count} distinct requests`);
    made.add(make());
  }
  return [...made];
}
