import { expect, test } from 'vitest';
import { findElements, followLink, findLinks, open } from './page.ts';
import { createPlayerClient } from './http-client.ts';
import { openSite } from './site.ts';

// Infinite lists without JavaScript. With JavaScript: tests/e2e/lists.spec.ts.

const HISTORY = '/profile?tab=history';
const lines = (html: string) => findElements(html, 'a', { class: 'history-line' }).length;

test('without JavaScript the end of a list is a link to the next page', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  await site.query(
    `insert into play_history (id, player_id, game_id, played_at)
     select gen_random_uuid(), $1::uuid, (select id from games order by id limit 1), now() - make_interval(mins => n) from generate_series(1, 70) as n`,
    [me.known.id],
  );
  const first = await open(me, HISTORY);
  expect(lines(first.html)).toBe(30);
  const second = await followLink(me, first, 'Load more');
  expect(second.at.search).toMatch(/after=/);
  expect(lines(second.html)).toBe(30);
  const third = await followLink(me, second, 'Load more');
  expect(lines(third.html)).toBe(10);
  expect(findLinks(third.html).map(({ words }) => words)).not.toContain('Load more');
  const again = await followLink(me, third, 'Start of the list');
  expect(again.at.href).toBe(site.origin + HISTORY);
  expect(lines(again.html)).toBe(30);
});
