import { expect, test } from 'vitest';
import { STORED_ITEMS } from '../../src/features/consent/stored-items.texts.ts';
import { befriend } from '../test-players.ts';
import { findElements, open } from './page.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';
import { listAllPaths, UNKNOWN_ID } from '../all-paths.ts';

// /cookies must list everything that the server stores in a browser. What scripts store: tests/e2e/browser-storage.spec.ts.

/** Requests every URL: no response may set a cookie that is not on the list. @returns how many were pages */
async function askAll({ get }: HttpClient, friendId: string): Promise<number> {
  const listed = STORED_ITEMS.filter(({ where }) => where === 'cookie').map(({ name }) => name);
  let pages = 0;
  const all = listAllPaths(friendId);
  expect(all.length).toBeGreaterThan(70);
  for (const address of all) {
    const answer = await get(address);
    for (const line of answer.headers.getSetCookie()) expect(listed, `set at ${address}`).toContain(line.split('=')[0]);
    if (answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html')) pages++;
  }
  return pages;
}

test('/cookies shows the whole list', async () => {
  const { html } = await open(createVisitorClient(await openSite()), '/cookies');
  const [list = ''] = findElements(html, 'section', { class: 'stored' });
  const shown = findElements(list, 'li').flatMap((line) => findElements(line, 'b'));
  expect(shown.toSorted()).toEqual(STORED_ITEMS.map(({ name }) => name).toSorted());
  expect(shown.slice(0, STORED_ITEMS.filter(({ needed }) => needed).length)).toEqual(
    STORED_ITEMS.flatMap(({ name, needed }) => (needed ? [name] : [])),
  );
});

test('no address sets a cookie that is not on the list, whoever asks', async () => {
  const site = await openSite();
  const somebody = createVisitorClient(site);
  expect(await askAll(somebody, UNKNOWN_ID)).toBeGreaterThan(30);
  expect([...somebody.cookies.keys()]).toEqual([]);
  for (const role of ['player', 'moderator', 'operator']) {
    const person = await createPlayerClient(site, role);
    const friend = await createPlayerClient(site);
    await befriend(site.query, person.known.id, friend.known.id);
    expect(await askAll(person, friend.known.id), role).toBeGreaterThan(30);
  }
});
