import fs from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { makeTicket, TICKET_SECONDS } from '../../src/features/games/plays/rules.ts';
import { newId } from '../../src/shared/ids.ts';
import { atTill, enterAsMember, payForPlan, settled } from './payers.ts';
import { enter, query } from './players.ts';
import { catalogue, expect, test } from './site.ts';

// Every file of a premium game, over HTTP: only with a ticket of our own making, for this game, while its holder has premium.

const GAME = 'coral-divers';
const games = () => `http://localhost:${Number(process.env['TEST_PORT']) + 1}`;
const secret = async () => (await fs.readFile(path.join(process.env['TEST_DATA_DIR'] ?? '', 'secret'), 'utf8')).trim();

/** All files of a game as they lie in the catalogue, but what only the importer reads. */
async function filesOf(game: string): Promise<string[]> {
  const found = await fs.readdir(path.join(catalogue, game), { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && entry.name !== 'game.json');
  return files.map((entry) => path.relative(path.join(catalogue, game), path.join(entry.parentPath, entry.name)));
}

/** Opens a game as its player does. @returns the folder of its files, and the ticket */
async function startPlay(request: APIRequestContext, origin: string, game: string): Promise<{ folder: string; ticket: string }> {
  const answer = await request.post(`${origin}/games/${game}/plays`, { headers: { origin }, form: { a: '1' } });
  expect(answer.status()).toBe(200);
  const { src } = (await answer.json()) as { src: string };
  const [, ticket = '', folder = ''] = /\/t\/([^/]+)\/(games\/.*)\/index\.html$/.exec(src) ?? [];
  expect(folder).toMatch(new RegExp(`^games/${game}/\\w+$`));
  return { folder, ticket };
}

/** The statuses that a request for each file gets, each once. */
async function statuses(request: APIRequestContext, folder: string, ticket: string | null, game = GAME): Promise<number[]> {
  const at = ticket === null ? '' : `/t/${ticket}`;
  const found: number[] = [];
  for (const file of await filesOf(game)) found.push((await request.get(`${games()}${at}/${folder}/${file}`)).status());
  expect(found.length).toBeGreaterThan(5);
  return [...new Set(found)];
}

test('with a good ticket every file is served, without one none, and none with one that is not good', async ({
  context,
  request,
  browser,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const member = await enterAsMember(context, origin);
  const { folder, ticket } = await startPlay(context.request, origin, GAME);
  expect(await statuses(request, folder, ticket)).toEqual([200]);
  const index = await request.get(`${games()}/t/${ticket}/${folder}/index.html`);
  expect(index.headers()['cache-control']).toContain('private');

  const others = await browser.newContext();
  const free = await enter(others, { origin });
  const key = await secret();
  const now = new Date();
  const [game = '', player = '', expiry = '', signature = ''] = ticket.split('.');
  expect([game, player]).toEqual([GAME, member.id]);
  // What is signed here is what the site signs: else nothing below would prove anything.
  expect(await statuses(request, folder, makeTicket(key, GAME, member.id, now))).toEqual([200]);
  const bad: Record<string, string | null> = {
    'no ticket': null,
    expired: makeTicket(key, GAME, member.id, new Date(now.getTime() - (TICKET_SECONDS + 1) * 1000)),
    'a signature of somebody else': makeTicket('another secret', GAME, member.id, now),
    'a letter of the signature changed': `${game}.${player}.${expiry}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a signature cut short': `${game}.${player}.${expiry}.${signature.slice(0, -1)}`,
    'no signature': `${game}.${player}.${expiry}.`,
    'a later end': `${game}.${player}.${(Number.parseInt(expiry, 36) + 3600).toString(36)}.${signature}`,
    'another player in it': `${game}.${free.id}.${expiry}.${signature}`,
    'one more part': `${ticket}.x`,
    'of another game': makeTicket(key, 'rift-racers', member.id, now),
    'of a player without premium': makeTicket(key, GAME, free.id, now),
    'of nobody': makeTicket(key, GAME, newId(), now),
  };
  for (const [what, given] of Object.entries(bad)) {
    const found = await statuses(request, folder, given);
    expect(found, what).toHaveLength(1);
    expect([403, 404], what).toContain(found[0]);
  }
  // A ticket for this game opens no other, and the site's own address hands out nothing but the picture.
  const second = await startPlay(context.request, origin, 'rift-racers');
  expect(await statuses(request, second.folder, ticket, 'rift-racers')).toEqual([404]);
  expect(await statuses(request, second.folder, second.ticket, 'rift-racers')).toEqual([200]);
  for (const file of (await filesOf(GAME)).filter((each) => each !== 'cover.svg'))
    for (const at of [
      `/media/${folder.slice('games/'.length)}/${file}`,
      `/media/${folder}/${file}`,
      `/${folder}/${file}`,
      `/t/${ticket}/${folder}/${file}`,
    ])
      expect((await context.request.get(at)).status(), at).toBe(404);
  await others.close();
});

test('a ticket ends with premium: refunded, cancelled, run out; and is good again when premium is back', async ({
  browser,
  request,
  baseURL,
}) => {
  const origin = baseURL ?? '';
  const context = await browser.newContext();
  const member = await enter(context, { origin });
  const soon = (folder: string, ticket: string) => expect.poll(() => statuses(request, folder, ticket), { timeout: 20_000 });

  const first = await payForPlan(context, origin, 'premium', 'card');
  await settled(member.id, 1);
  const { folder, ticket } = await startPlay(context.request, origin, GAME);
  expect(await statuses(request, folder, ticket)).toEqual([200]);
  await atTill(context, origin, first, 'refund', first);
  await soon(folder, ticket).toEqual([404]);

  await payForPlan(context, origin, 'pro', 'mpesa');
  await settled(member.id, 2);
  await soon(folder, ticket).toEqual([200]);
  const cancelled = await context.request.post(`${origin}/subscription`, { headers: { origin }, form: { do: 'cancel' } });
  expect(cancelled.ok()).toBe(true);
  await soon(folder, ticket).toEqual([404]);

  await payForPlan(context, origin, 'premium', 'mpesa');
  await settled(member.id, 3);
  await soon(folder, ticket).toEqual([200]);
  await query(`update paid_periods set ends_at = now() - interval '1 second', begins_at = now() - interval '1 day' where player_id = $1`, [
    member.id,
  ]);
  await soon(folder, ticket).toEqual([404]);
  const again = await context.request.post(`${origin}/games/${GAME}/plays`, { headers: { origin }, form: { a: '1' } });
  expect(again.status()).toBe(403);
  await context.close();
});
