import { expect, test } from 'vitest';
import { createVisitorClient, type HttpClient } from './http-client.ts';
import { attributesOfAll, findElements, findLinks, open, submitForm, textOf } from './page.ts';
import { openSite, type TestSite } from './site.ts';

// What people see who start Kiddo for the first time, over HTTP.

async function signIn(site: TestSite, identifier: string): Promise<HttpClient> {
  const client = createVisitorClient(site);
  const home = await submitForm(client, await open(client, '/login'), 'Sign In', { identifier, password: 'kiddo-demo' });
  expect(home.at.pathname).toBe('/');
  return client;
}

const bellOf = (html: string) =>
  attributesOfAll(html, 'a')
    .map((link) => link['aria-label'] ?? '')
    .find((label) => label.startsWith('Notifications'));

test('the demo world is seen on the pages of a visitor, a player, a moderator and an operator', { timeout: 60_000 }, async () => {
  const site = await openSite({ DEMO_WORLD: 'yes' }, { hasPlayers: false });

  const home = (await open(createVisitorClient(site), '/')).html;
  const [popular = ''] = findElements(home, 'section').filter((section) => textOf(section).includes('Popular Games'));
  const shown = findLinks(popular).flatMap(({ to }) => /^\/games\/([\w-]+)$/.exec(to)?.[1] ?? []);
  const most = await site.query<{ id: string; plays_30d: number }>('select id, plays_30d from games order by plays_30d desc limit 3');
  expect(most[0]?.plays_30d).toBeGreaterThan(50);
  for (const { id } of most) expect(shown).toContain(id);

  const amina = await signIn(site, 'amina');
  const mine = (await open(amina, '/')).html;
  expect(bellOf(mine)).toBe('Notifications, 5 unread');
  expect(textOf(mine)).toContain('Recently Played');
  const friends = textOf((await open(amina, '/friends')).html);
  for (const words of ['Brian', 'Chao', '254980. Come and get it back, haha']) expect(friends).toContain(words);
  expect(textOf((await open(amina, '/friends?tab=requests')).html)).toContain('Tausi');
  const groups = textOf((await open(amina, '/groups')).html);
  for (const words of ['Brian asks you to join', 'Goal Getters', 'Kite Crew']) expect(groups).toContain(words);

  const mod = await signIn(site, 'mod');
  expect(textOf((await open(mod, '/moderation/games')).html)).toContain('The snake stops in the third maze.');
  expect(textOf((await open(mod, '/moderation/players')).html)).toContain('Jabali');
  expect(textOf((await open(mod, '/moderation/pictures')).html)).toContain('Neema');

  const ops = await signIn(site, 'ops');
  const inbox = textOf((await open(ops, '/operator/messages')).html);
  for (const words of ['How do I see who my daughter talks to?', 'A game for our school']) expect(inbox).toContain(words);

  // Every demo player can sign in, such as the one with premium and receipts.
  const neema = await signIn(site, 'neema_art');
  const receipts = findLinks((await open(neema, '/subscription')).html).filter(({ to }) => to.includes('/receipt'));
  expect(receipts.length).toBeGreaterThanOrEqual(2);
  expect(site.logged).toEqual([]);
});

test('without the demo world there are the five accounts, and nobody has played', async () => {
  const site = await openSite({ DEMO_WORLD: 'no' }, { hasPlayers: false });
  const names = await site.query('select username from players order by username');
  expect(names).toEqual(['amina', 'brian', 'chao', 'mod', 'ops'].map((username) => ({ username })));
  expect(await site.query('select 1 from plays')).toEqual([]);
  // Those under 18 can chat and pay, as they are there to try it out.
  const agreed = await site.query(
    "select p.username from players p join guardianships g on g.player_id = p.id where g.state = 'given' order by 1",
  );
  expect(agreed).toEqual(['amina', 'brian', 'chao'].map((username) => ({ username })));
  expect(bellOf((await open(await signIn(site, 'amina'), '/')).html)).toBe('Notifications');
});
