import { expect, test } from 'vitest';
import { befriend } from '../test-players.ts';
import { findElements, followLink, findLinks, open, submitForm, within, textOf, type Page } from './page.ts';
import { createPlayerClient } from './http-client.ts';
import { openSite } from './site.ts';

// The user's own profile by its links, without JavaScript. With JavaScript: tests/e2e/profile.spec.ts.

const tab = ({ html }: Page) => findElements(html, 'a', { 'aria-current': 'page' }).map(textOf);
const lists = (page: Page): Page => within(page, 'div', { class: 'profile-lists' });

test('without JavaScript: the four tabs are links', async () => {
  const site = await openSite();
  const [me, friend] = [await createPlayerClient(site), await createPlayerClient(site)];
  const { id } = me.known;
  await befriend(site.query, id, friend.known.id);
  await site.query(`insert into favorites (player_id, game_id) select $1, id from games where id in ('kite-club', 'bao-master')`, [id]);
  await site.query(`insert into play_history (id, player_id, game_id, played_at) values (gen_random_uuid(), $1, 'matatu-rush', now())`, [
    id,
  ]);
  await site.query(
    `insert into inventory (player_id, item_id, category, price) values ($1, 'guitar', 'gear', 350), ($1, 'lamu-kofia', 'hats', 120)`,
    [id],
  );
  const favorites = lists(await open(me, '/profile'));
  expect(tab(favorites)).toEqual(['Favorites']);
  expect(findElements(favorites.html, 'h2').map(textOf).toSorted()).toEqual(['Bao Master', 'Kite Club']);
  const history = lists(await followLink(me, favorites, 'History'));
  expect([history.at.search, tab(history)]).toEqual(['?tab=history', ['History']]);
  expect(findElements(history.html, 'a', { class: 'history-line' }).map(textOf)).toEqual([expect.stringContaining('Matatu Rush')]);
  const friends = lists(await followLink(me, history, 'Friends'));
  expect([friends.at.search, tab(friends)]).toEqual(['?tab=friends', ['Friends']]);
  expect(findElements(friends.html, 'li', { class: 'person-line' }).map(textOf)).toEqual([
    expect.stringContaining(`@${friend.known.username}`),
  ]);
  expect(findLinks(friends.html)).toContainEqual({
    words: `Message ${friend.known.displayName}`,
    to: `/friends?chat=${friend.known.id}`,
  });
  const items = lists(await followLink(me, friends, 'Avatar items'));
  expect([items.at.search, tab(items)]).toEqual(['?tab=items', ['Avatar items']]);
  expect(textOf(items.html)).toContain('2 items');
  const worn = await submitForm(me, items, 'Wear Lamu Kofia');
  expect(textOf(findElements(worn.html, 'noscript').join(' '))).toContain('On it goes');
  expect(await site.query(`select item_id from inventory where player_id = $1 and is_worn`, [id])).toEqual([{ item_id: 'lamu-kofia' }]);
});
