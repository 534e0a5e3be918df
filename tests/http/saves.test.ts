import { expect, test } from 'vitest';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite } from './site.ts';

// What a script may send in place of a game's page. What becomes of a save: src/features/games/saves/service.test.ts.

const ADDRESS = '/games/kite-club/save';
const JSON_ONLY = { accept: 'application/json' };

async function readSave(client: HttpClient) {
  const answer = await client.get(ADDRESS, JSON_ONLY);
  return {
    status: answer.status,
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
    ...(await answer.json()),
  };
}

test('a save is read and written by its player alone; whatever else is sent is refused and not looked into', async () => {
  const site = await openSite();
  const [me, other, visitor] = [await createPlayerClient(site), await createPlayerClient(site), createVisitorClient(site)];
  const { owner } = await readSave(me);
  const form = { owner, writer: 'opening-1', revision: '0', at: String(Date.now()), save: '{"html":"<script>alert(1)</script>"}' };
  const send = async (client: HttpClient, fields: Record<string, string>, headers: Record<string, string> = {}) => {
    const answer = await client.post(ADDRESS, fields, { ...JSON_ONLY, ...headers });
    const text = await answer.text();
    return [answer.status, text.startsWith('{') ? ((JSON.parse(text) as { code?: string; state?: string }).code ?? 'ok') : text];
  };
  expect(await send(visitor, form)).toEqual([401, 'sign-in-required']);
  expect(await send(other, form)).toEqual([403, 'not-allowed']);
  // As the queue sends it, to which somebody else has signed in meanwhile.
  expect(await send(other, { ...form, owner: (await readSave(other)).owner, who: me.known.id })).toEqual([403, 'not-allowed']);
  expect((await send(me, form, { origin: 'https://evil.example' }))[0]).toBe(403);
  expect(await send(me, { ...form, save: '{"level":' })).toEqual([400, 'bad-input']);
  expect(await send(me, { ...form, save: '"'.padEnd(65_536, 'x') + '"' })).toEqual([413, 'too-large']);
  expect(await send(me, { save: '1' })).toEqual([400, 'bad-input']);
  // Refused by what it says about its size: nothing of it is read. The rest never comes, so nothing else goes over this connection.
  const huge = { 'content-type': 'application/x-www-form-urlencoded', 'content-length': String(10_000_000), connection: 'close' };
  expect((await me.request('POST', ADDRESS, { body: 'save=', headers: { ...JSON_ONLY, ...huge } })).status).toBe(413);
  expect(await site.query('select * from game_saves')).toEqual([]);

  // The largest save, each of whose bytes takes three in the form.
  const full = JSON.stringify('€'.repeat(21_844));
  expect(await send(me, { ...form, save: full })).toEqual([200, 'ok']);
  expect(await send(me, { ...form, revision: '1', at: String(Number(form.at) + 1) })).toEqual([200, 'ok']);
  expect(await readSave(me)).toMatchObject({
    status: 200,
    type: expect.stringContaining('application/json'),
    cache: 'private, no-store',
    save: { data: form.save },
  });
  expect(await readSave(other)).toMatchObject({ status: 200, save: null });
  expect(await readSave(visitor)).toMatchObject({ status: 401, code: 'sign-in-required' });
  expect(site.logged.filter((line) => JSON.stringify(line).includes('alert(1)'))).toEqual([]);
});

test('a player saves at most twenty times a minute', async () => {
  const site = await openSite();
  const [me, other] = [await createPlayerClient(site), await createPlayerClient(site)];
  const send = (client: HttpClient) => client.post(ADDRESS, {}, JSON_ONLY).then(({ status }) => status);
  const first = [];
  for (let times = 0; times < 20; times++) first.push(await send(me));
  expect(new Set(first)).toEqual(new Set([400]));
  expect([await send(me), await send(other)]).toEqual([429, 400]);
});
