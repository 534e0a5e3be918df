import { expect, test } from 'vitest';
import { STORED } from '../../src/features/consent/stored/texts.ts';
import { befriend } from '../known-players.ts';
import { elements, open } from './page.ts';
import { signedIn, visitor, type Person } from './person.ts';
import { openSite } from './site.ts';
import { everyAddress, NOBODY } from '../every-address.ts';

// What the server keeps in a browser stands on /cookies. What pages keep there by scripts: tests/e2e/stored.spec.ts.

/** Asks for every address: no answer sets a cookie that is not on the list. @returns how many were pages */
async function askAll({ get }: Person, friendId: string): Promise<number> {
  const listed = STORED.filter(({ where }) => where === 'cookie').map(({ name }) => name);
  let pages = 0;
  const all = everyAddress(friendId);
  expect(all.length).toBeGreaterThan(70);
  for (const address of all) {
    const answer = await get(address);
    for (const line of answer.headers.getSetCookie()) expect(listed, `set at ${address}`).toContain(line.split('=')[0]);
    if (answer.status === 200 && answer.headers.get('content-type')?.startsWith('text/html')) pages++;
  }
  return pages;
}

test('/cookies shows the whole list', async () => {
  const { html } = await open(visitor(await openSite()), '/cookies');
  const [list = ''] = elements(html, 'section', { class: 'stored' });
  const shown = elements(list, 'li').flatMap((line) => elements(line, 'b'));
  expect(shown.toSorted()).toEqual(STORED.map(({ name }) => name).toSorted());
  expect(shown.slice(0, STORED.filter(({ needed }) => needed).length)).toEqual(
    STORED.flatMap(({ name, needed }) => (needed ? [name] : [])),
  );
});

test('no address sets a cookie that is not on the list, whoever asks', async () => {
  const site = await openSite();
  const somebody = visitor(site);
  expect(await askAll(somebody, NOBODY)).toBeGreaterThan(30);
  expect([...somebody.cookies.keys()]).toEqual([]);
  for (const role of ['player', 'moderator', 'operator']) {
    const person = await signedIn(site, role);
    const friend = await signedIn(site);
    await befriend(site.query, person.known.id, friend.known.id);
    expect(await askAll(person, friend.known.id), role).toBeGreaterThan(30);
  }
});
