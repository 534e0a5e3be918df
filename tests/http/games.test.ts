import { expect, test } from 'vitest';
import { addressOf, elements, follow, linksOf, open, press, titleOf, within, wordsOf, type Page } from './page.ts';
import { visitor } from './person.ts';
import { openSite } from './site.ts';

// Finding games, without JavaScript. With it: tests/e2e/browse.spec.ts, search.spec.ts and play.spec.ts.

const main = (page: Page) => within(page, 'main');
/** The games of a list, as its cards name them. */
const games = (page: Page) => elements(within(page, 'ul', { class: 'grid' }).html, 'h2').map(wordsOf);

test('browse, filter, page on, search and reach a game', async () => {
  const site = await openSite();
  const me = visitor(site);
  const first = await follow(me, await open(me, '/'), 'Discover Games');
  expect([addressOf(first), titleOf(first), games(first).length]).toEqual(['/games', 'Games', 12]);
  const second = await follow(me, first, 'Load More Games');
  expect(addressOf(second)).toMatch(/[?&]after=/);
  expect(games(second).length).toBeGreaterThan(0);
  expect(games(second).filter((title) => games(first).includes(title))).toEqual([]);

  const puzzles = await press(me, first, 'Apply Filters', { genre: 'Puzzle' });
  expect(addressOf(puzzles)).toMatch(/[?&]genre=Puzzle/);
  const { total } = await (await me.get('/api/v1/games?genre=Puzzle')).json();
  expect(wordsOf(puzzles.html)).toContain(`Showing ${Math.min(12, total)} of ${total} games`);

  const found = await open(me, '/games?q=bublle');
  expect(wordsOf(found.html)).toContain('Games (1)');
  const game = await follow(me, main(found), /Bubble Baobab/);
  expect(titleOf(game)).toBe('Bubble Baobab');
  expect(linksOf(game.html).find(({ words }) => words === 'Play')?.to).toMatch(/\/games\/bubble-baobab\/.*index\.html$/);
  expect(wordsOf((await open(me, '/games?q=zzqqzz')).html)).toContain('No games found for "zzqqzz"');
});

test('a genre tile opens the list with that genre chosen and the panel open', async () => {
  const me = visitor(await openSite());
  const list = main(await follow(me, await open(me, '/'), 'Racing'));
  expect(addressOf(list)).toBe('/games?genre=Racing');
  expect(elements(list.html, 'details', { open: '' })).toHaveLength(1);
  const genres = within(list, 'select', { name: 'genre' }).html;
  expect(elements(genres, 'option', { selected: '' }).map(wordsOf)).toEqual(['Racing']);
  expect(elements(main(await open(me, '/games')).html, 'details', { open: '' })).toEqual([]);
});

test('premium games are locked for visitors, and lead to signing in and back', async () => {
  const site = await openSite();
  const me = visitor(site);
  const featured = main(await open(me, '/games?tab=featured'));
  expect(wordsOf(featured.html)).toContain('Premium Required');
  const [way] = linksOf(featured.html).filter(({ words }) => words.includes('Sign In to Continue'));
  expect(way?.to).toMatch(/^\/login\?returnUrl=%2Fgames%2F/);
  const game = await open(me, '/games/coral-divers');
  expect(wordsOf(game.html)).toContain('This premium game requires an active subscription');
  expect((await me.post('/games/coral-divers/plays')).status).toBe(401);
  const [login] = linksOf(main(game).html).filter(({ to }) => to.startsWith('/login?returnUrl='));
  const asked = await open(me, login?.to ?? '');
  expect(addressOf(asked)).toBe('/login?returnUrl=%2Fgames%2Fcoral-divers');
  const back = await press(me, asked, 'Sign In', { identifier: 'chao', password: 'kiddo-demo' });
  expect(back.at.href).toBe(`${site.origin}/games/coral-divers`);
});
