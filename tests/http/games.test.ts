import { expect, test } from 'vitest';
import { pathOf, findElements, followLink, findLinks, open, submitForm, titleOf, within, textOf, type Page } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// Finding games, without JavaScript. With JavaScript: tests/e2e/browse.spec.ts, search.spec.ts and play.spec.ts.

const main = (page: Page) => within(page, 'main');
/** The names of the games in a list, from their cards. */
const games = (page: Page) => findElements(within(page, 'ul', { class: 'grid' }).html, 'h2').map(textOf);

test('browse, filter, page on, search and reach a game', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const first = await followLink(me, await open(me, '/'), 'Discover Games');
  expect([pathOf(first), titleOf(first), games(first).length]).toEqual(['/games', 'Games', 12]);
  const second = await followLink(me, first, 'Load More Games');
  expect(pathOf(second)).toMatch(/[?&]after=/);
  expect(games(second).length).toBeGreaterThan(0);
  expect(games(second).filter((title) => games(first).includes(title))).toEqual([]);

  const puzzles = await submitForm(me, first, 'Apply Filters', { genre: 'Puzzle' });
  expect(pathOf(puzzles)).toMatch(/[?&]genre=Puzzle/);
  const { total } = await (await me.get('/api/v1/games?genre=Puzzle')).json();
  expect(textOf(puzzles.html)).toContain(`Showing ${Math.min(12, total)} of ${total} games`);

  const found = await open(me, '/games?q=bublle');
  expect(textOf(found.html)).toContain('Games (1)');
  const game = await followLink(me, main(found), /Bubble Baobab/);
  expect(titleOf(game)).toBe('Bubble Baobab');
  expect(findLinks(game.html).find(({ words }) => words === 'Play')?.to).toMatch(/\/games\/bubble-baobab\/.*index\.html$/);
  expect(textOf((await open(me, '/games?q=zzqqzz')).html)).toContain('No games found for "zzqqzz"');
});

test('a genre tile opens the list with that genre chosen and the panel open', async () => {
  const me = createVisitorClient(await openSite());
  const list = main(await followLink(me, await open(me, '/'), 'Racing'));
  expect(pathOf(list)).toBe('/games?genre=Racing');
  expect(findElements(list.html, 'details', { open: '' })).toHaveLength(1);
  const genres = within(list, 'select', { name: 'genre' }).html;
  expect(findElements(genres, 'option', { selected: '' }).map(textOf)).toEqual(['Racing']);
  expect(findElements(main(await open(me, '/games')).html, 'details', { open: '' })).toEqual([]);
});

test('premium games are locked for visitors, and lead to signing in and back', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const featured = main(await open(me, '/games?tab=featured'));
  expect(textOf(featured.html)).toContain('Premium Required');
  const [way] = findLinks(featured.html).filter(({ words }) => words.includes('Sign In to Continue'));
  expect(way?.to).toMatch(/^\/login\?returnUrl=%2Fgames%2F/);
  const game = await open(me, '/games/coral-divers');
  expect(textOf(game.html)).toContain('This premium game requires an active subscription');
  expect((await me.post('/games/coral-divers/plays')).status).toBe(401);
  const [login] = findLinks(main(game).html).filter(({ to }) => to.startsWith('/login?returnUrl='));
  const asked = await open(me, login?.to ?? '');
  expect(pathOf(asked)).toBe('/login?returnUrl=%2Fgames%2Fcoral-divers');
  const back = await submitForm(me, asked, 'Sign In', { identifier: 'chao', password: 'kiddo-demo' });
  expect(back.at.href).toBe(`${site.origin}/games/coral-divers`);
});

test('a game leads on to six others, premium ones marked; a card starts a game by a link that works without scripts too', async () => {
  const me = createVisitorClient(await openSite());
  const page = main(await open(me, '/games/matatu-rush'));
  const more = within(page, 'section', { class: 'on-page' });
  expect(textOf(more.html)).toMatch(/^More like this/);
  const cards = findElements(more.html, 'article');
  expect(cards).toHaveLength(6);
  const titles = findElements(more.html, 'h3').map(textOf);
  expect([new Set(titles).size, titles.includes('Matatu Rush')]).toEqual([6, false]);
  for (const card of cards) expect(textOf(card).includes('Premium Required')).toBe(/class="sticker premium"/.test(card));
  expect((await me.get('/games/matatu-rush')).headers.get('etag')).toMatch(/^W\//);

  const [token] = findLinks(main(await open(me, '/')).html).filter(({ to }) => to.endsWith('#play'));
  const game = await open(me, token?.to ?? '');
  // Without scripts the link leads to the part of the page with the Play button.
  expect(findElements(within(game, 'article', { id: 'play' }).html, 'a').map(textOf)).toContain('Play');
});

test('cards say how often a game was played, the page of a game how many of how many play it', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  const started = await me.post('/games/kite-club/plays');
  expect(started.status).toBe(200);
  const { playId } = await started.json();
  const { players, plays } = await (await me.get('/api/v1/games/kite-club')).json();
  expect([players >= 1, plays >= 1]).toEqual([true, true]);
  expect(textOf((await open(me, '/games/kite-club')).html)).toMatch(/\d+\/1000 playing now/);
  expect(textOf((await open(me, '/games')).html)).not.toMatch(/\d\/1000/);
  await me.post(`/plays/${playId}`, { event: 'end' });
});

test('a game without a developer says so', async () => {
  const site = await openSite();
  const me = createVisitorClient(site);
  await site.query(`update games set developer = null where id = 'maze-mamba'`);
  const game = await open(me, '/games/maze-mamba');
  expect(textOf(main(game).html)).toContain('by Unknown Developer');
  expect(textOf((await open(me, '/games?q=mamba')).html)).toContain('Unknown Developer');
  expect(game.html).not.toContain('"author"');
});

test('a game for older players: visitors and younger players get a page that tells nothing of it, and cached pages mix no ages', async () => {
  const site = await openSite();
  site.freezeClock();
  const [visitor, child, teen] = [createVisitorClient(site), await createPlayerClient(site), await createPlayerClient(site)];
  await site.query(`update players set birth_month = '2012-01', age_band = 13 where id = $1`, [child.known.id]);
  await site.query(`update players set birth_month = '2009-01', age_band = 16 where id = $1`, [teen.known.id]);
  await site.query(
    `update games set min_age = case id when 'matatu-rush' then 16 else 13 end where id in ('matatu-rush', 'bubble-baobab')`,
  );
  const everybody = { visitor, child, teen };
  const seenIn = async (address: string) => {
    const seen: Record<string, boolean[]> = {};
    // The older player first: what is cached then must not reach the others; and a visitor's page must not reach the players.
    for (const [name, who] of [...Object.entries(everybody).toReversed(), ...Object.entries(everybody)]) {
      const { html } = await open(who, address);
      seen[name] = [html.includes('Bubble Baobab'), html.includes('Matatu Rush')];
    }
    return seen;
  };
  for (const address of ['/', '/games?q=bubble+baobab', '/games?q=matatu', '/games?genre=Racing', '/games?tab=featured']) {
    const { visitor: visitors, child: childs } = await seenIn(address);
    expect([address, visitors, childs?.[1]]).toEqual([address, [false, false], false]);
  }
  expect((await seenIn('/games?q=matatu')).teen).toEqual([false, true]);
  expect((await seenIn('/games?q=bubble+baobab')).child).toEqual([true, false]);
  // What the search field shows as one types.
  const suggested = async (who: HttpClient, address: string) =>
    (await (await who.get(address)).json()).games.map(({ id }: { id: string }) => id);
  expect(await suggested(visitor, '/api/v1/search?q=matatu+rush')).toEqual([]);
  for (const [who, found] of [
    [teen, ['matatu-rush']],
    [child, []],
    [visitor, []],
  ] as const)
    expect(await suggested(who, '/search?q=matatu+rush')).toEqual(found);
  const total = async (who: HttpClient) => /of (\d+) games/.exec(textOf((await open(who, '/games')).html))?.[1];
  const all = Number(await total(teen));
  expect([await total(visitor), await total(child)]).toEqual([String(all - 2), String(all - 1)]);

  const page = await open(visitor, '/games/matatu-rush');
  expect([page.status, titleOf(page)]).toEqual([404, 'This game is for older players']);
  expect(page.html).not.toMatch(/Matatu|\/media\/games\/matatu|iframe|og:image/);
  expect(findLinks(main(page).html).map(({ to }) => to)).toEqual(['/games', '/login?returnUrl=%2Fgames%2Fmatatu-rush']);
  const childs = await open(child, '/games/matatu-rush');
  expect([childs.status, titleOf(childs), findLinks(main(childs).html).map(({ to }) => to)]).toEqual([
    404,
    'This game is for older players',
    ['/games'],
  ]);
  expect(childs.html).not.toMatch(/Matatu|\/media\/games\/matatu/);
  for (const who of [visitor, child])
    for (const answer of [await who.post('/games/matatu-rush/plays'), await who.get('/games/matatu-rush/kept')]) {
      expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ code: 'age-required' })]);
    }
  expect((await visitor.get('/api/v1/games/matatu-rush')).status).toBe(404);
  expect(await (await visitor.get('/sitemap-games.xml')).text()).not.toMatch(/matatu-rush|bubble-baobab/);

  const open16 = await open(teen, '/games/matatu-rush');
  expect([open16.status, titleOf(open16)]).toEqual([200, 'Matatu Rush']);
  expect(textOf(open16.html)).toContain('From 16');
  const card = findElements((await open(child, '/games?genre=Puzzle')).html, 'article').find((each) => each.includes('Bubble Baobab'));
  expect(textOf(card ?? '')).toContain('From 13');
  const aboutIn = async (address: string) => textOf(within(await open(child, address), 'article', { id: 'play' }).html);
  expect(await aboutIn('/games/bubble-baobab')).toContain('From 13');
  expect(await aboutIn('/games/rover-code')).not.toMatch(/From 1[36]/);
  // The files of the game: with the ticket of a player who is old enough.
  const { src } = await (await teen.post('/games/matatu-rush/plays')).json();
  expect(src).toContain('/t/matatu-rush.');
  expect([(await fetch(src)).status, (await fetch(src.replace(/\/t\/[^/]+/, ''))).status]).toEqual([200, 404]);
  // As soon as somebody is old enough.
  await site.query(`update players set birth_month = '2009-01', age_band = 16 where id = $1`, [child.known.id]);
  expect((await open(child, '/games/matatu-rush')).status).toBe(200);
  expect(site.logged).toEqual([]);
});
