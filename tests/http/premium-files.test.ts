import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTicket, TICKET_SECONDS_MAX } from '../../src/features/games/plays/rules.ts';
import { newId } from '../../src/shared/ids.ts';
import { root } from './built-site.ts';
import { submitSandboxAction, createSubscriber, payForPlan } from './payments.ts';
import { createPlayerClient, createVisitorClient, type HttpClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// The files of a premium game: only available with a ticket signed by the site, for this game, while its owner has premium.

const GAME = 'coral-divers';
/** How long a player's right is cached, plus a margin. */
const KEPT_SECONDS = 3;

/** All files of a game in the catalogue, except those that only the importer reads. */
async function filesOf(game: string): Promise<string[]> {
  const folder = path.join(root, 'catalogue', game);
  const found = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const files = found.filter((entry) => entry.isFile() && entry.name !== 'game.json');
  return files.map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)));
}

/** Opens a game as its player does. @returns the folder of its files, and the ticket */
async function startPlay(person: HttpClient, game: string): Promise<{ folder: string; ticket: string }> {
  const answer = await person.post(`/games/${game}/plays`, { a: '1' });
  expect(answer.status).toBe(200);
  const { src } = (await answer.json()) as { src: string };
  const [, ticket = '', folder = ''] = /\/t\/([^/]+)\/(games\/.*)\/index\.html$/.exec(src) ?? [];
  expect(folder).toMatch(new RegExp(`^games/${game}/\\w+$`));
  return { folder, ticket };
}

/** The distinct statuses of requests for all files, from a client without cookies. */
async function statuses(site: TestSite, folder: string, ticket: string | null, game = GAME): Promise<number[]> {
  const { get } = createVisitorClient(site);
  const at = ticket === null ? '' : `/t/${ticket}`;
  const found: number[] = [];
  for (const file of await filesOf(game)) found.push((await get(`${site.gamesOrigin}${at}/${folder}/${file}`)).status);
  expect(found.length).toBeGreaterThan(5);
  return [...new Set(found)];
}

test('with a good ticket every file is served, without one none, and none with one that is not good', async () => {
  const site = await openSite();
  const holder = await createSubscriber(site);
  const { folder, ticket } = await startPlay(holder, GAME);
  expect(await statuses(site, folder, ticket)).toEqual([200]);
  const index = await createVisitorClient(site).get(`${site.gamesOrigin}/t/${ticket}/${folder}/index.html`);
  expect(index.headers.get('cache-control')).toContain('private');

  const free = (await createPlayerClient(site)).known;
  const key = site.ctx.secret;
  const now = site.ctx.now();
  const [game = '', player = '', expiry = '', signature = ''] = ticket.split('.');
  expect([game, player]).toEqual([GAME, holder.known.id]);
  // Our signature must equal the site's: otherwise the tests below would prove nothing.
  expect(await statuses(site, folder, createTicket(key, GAME, holder.known.id, now))).toEqual([200]);
  const bad: Record<string, string | null> = {
    'no ticket': null,
    expired: createTicket(key, GAME, holder.known.id, new Date(now.getTime() - (TICKET_SECONDS_MAX + 1) * 1000)),
    'a signature of somebody else': createTicket('another secret', GAME, holder.known.id, now),
    'a letter of the signature changed': `${game}.${player}.${expiry}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
    'a signature cut short': `${game}.${player}.${expiry}.${signature.slice(0, -1)}`,
    'no signature': `${game}.${player}.${expiry}.`,
    'a later end': `${game}.${player}.${(Number.parseInt(expiry, 36) + 3600).toString(36)}.${signature}`,
    'another player in it': `${game}.${free.id}.${expiry}.${signature}`,
    'one more part': `${ticket}.x`,
    'of another game': createTicket(key, 'rift-racers', holder.known.id, now),
    'of a player without premium': createTicket(key, GAME, free.id, now),
    'of nobody': createTicket(key, GAME, newId(), now),
  };
  for (const [what, given] of Object.entries(bad)) {
    const found = await statuses(site, folder, given);
    expect(found, what).toHaveLength(1);
    expect([403, 404], what).toContain(found[0]);
  }
  // A ticket for this game opens no other game, and the site's own origin serves nothing but the cover.
  const second = await startPlay(holder, 'rift-racers');
  expect(await statuses(site, second.folder, ticket, 'rift-racers')).toEqual([404]);
  expect(await statuses(site, second.folder, second.ticket, 'rift-racers')).toEqual([200]);
  for (const file of (await filesOf(GAME)).filter((each) => each !== 'cover.svg'))
    for (const at of [
      `/media/${folder.slice('games/'.length)}/${file}`,
      `/media/${folder}/${file}`,
      `/${folder}/${file}`,
      `/t/${ticket}/${folder}/${file}`,
    ])
      expect((await holder.get(at)).status, at).toBe(404);
  // The site's own ticket expires too.
  site.advanceClock(TICKET_SECONDS_MAX + 1);
  expect(await statuses(site, folder, ticket)).toEqual([404]);
});

test('a ticket ends with premium: refunded, cancelled, run out; and is good again when premium is back', async () => {
  const site = await openSite();
  const player = await createPlayerClient(site);
  const now = async (folder: string, ticket: string) => {
    site.advanceClock(KEPT_SECONDS);
    return statuses(site, folder, ticket);
  };

  const first = await payForPlan(site, player, 'premium', 'card');
  const { folder, ticket } = await startPlay(player, GAME);
  expect(await statuses(site, folder, ticket)).toEqual([200]);
  await submitSandboxAction(site, player, first, 'refund', first);
  expect(await now(folder, ticket)).toEqual([404]);

  await payForPlan(site, player, 'pro', 'mpesa');
  expect(await now(folder, ticket)).toEqual([200]);
  const cancelled = await player.follow(await player.post('/subscription', { do: 'cancel' }));
  expect(cancelled.answer.status).toBe(200);
  expect(await now(folder, ticket)).toEqual([404]);

  await payForPlan(site, player, 'premium', 'mpesa');
  expect(await now(folder, ticket)).toEqual([200]);
  await site.query(
    `update paid_periods set ends_at = now() - interval '1 second', begins_at = now() - interval '1 day' where player_id = $1`,
    [player.known.id],
  );
  expect(await now(folder, ticket)).toEqual([404]);
  expect((await player.post(`/games/${GAME}/plays`, { a: '1' })).status).toBe(403);
});
