import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createPushWorld } from '../../../../tests/push-world.ts';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import type { FeatureFlag } from '../../feature-flags/schema.ts';
import { setFeatureFlag } from '../../feature-flags/service.server.ts';
import { DAY_RETENTION_DAYS } from '../rules.ts';
import { PARTS, type Part } from '../schema.ts';
import { getStatus } from '../service.server.ts';
import type { CheckLimits } from './rules.ts';
import { createProbes, type Probe } from '../probes/service.server.ts';
import { checkParts, deleteOldChecks } from './service.server.ts';

/** Nothing is slow, and no try ends by itself, unless a test says so. */
const LIMITS: CheckLimits = { tryMs: 60_000, slowMs: { pages: 60_000, games: 60_000, chat: 60_000, payments: 60_000, mail: 60_000 } };
const works: Probe = async () => null;
const fails: Probe = async () => {
  throw new Error('away');
};

const probes = (down: readonly Part[] = []) =>
  Object.fromEntries(PARTS.map((part) => [part, down.includes(part) ? fails : works])) as Record<Part, Probe>;

/** Moves the clock to a time of the day in Nairobi, on the next day. */
function goTo(world: World, hours: number, minutes: number): void {
  const now = world.ctx.now().getTime();
  const tomorrow = new Date(now + 27 * 3_600_000).setUTCHours(hours, minutes, 5, 0) - 3 * 3_600_000;
  world.advanceClock((tomorrow - now) / 1000);
}

async function listDays(world: World, part: Part = 'games') {
  const { rows } = await sql<{ worked: number; slow: number; down: number }>`
    select worked, slow, down from status_days where part = ${part} order by day`.execute(world.ctx.db);
  return rows.map(({ worked, slow, down }) => [worked, slow, down]);
}

const countChecks = async ({ ctx }: World) =>
  Number((await sql<{ n: string }>`select count(*) as n from status_checks`.execute(ctx.db)).rows[0]?.n);

test('in one minute one worker checks, and the day gets its minute once', async () => {
  const world = await createWorld();
  goTo(world, 12, 30);
  let tries = 0;
  const counted = { ...probes(), chat: async () => (tries++, null) };
  const ran = await Promise.all([1, 2, 3].map(() => checkParts(world.ctx, SYSTEM, counted)));
  expect([ran.filter(Boolean).length, await checkParts(world.ctx, SYSTEM, counted), tries]).toEqual([1, false, 1]);
  expect([await listDays(world), await countChecks(world)]).toEqual([[[1, 0, 0]], PARTS.length]);
  await expect(checkParts(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('a check that cannot be stored leaves the minute to the next try', async () => {
  const world = await createWorld();
  await sql`alter table status_days add constraint full_disk check (down < 0) not valid`.execute(world.ctx.db);
  await expect(checkParts(world.ctx, SYSTEM, probes())).rejects.toThrow(/full_disk/);
  await sql`alter table status_days drop constraint full_disk`.execute(world.ctx.db);
  expect(await checkParts(world.ctx, SYSTEM, probes())).toBe(true);
  expect(await listDays(world)).toEqual([[1, 0, 0]]);
});

test('minutes in which nothing ran were down, also over midnight in Nairobi; a check that begins late leaves none', async () => {
  const world = await createWorld();
  goTo(world, 23, 55);
  await checkParts(world.ctx, SYSTEM, probes());
  world.advanceClock(8 * 60);
  await checkParts(world.ctx, SYSTEM, probes(['games']));
  // 23:55 worked, 23:56 to 23:59 and 0:00 to 0:02 were missed, 0:03 is down for games.
  expect([await listDays(world), await listDays(world, 'mail')]).toEqual([
    [
      [1, 0, 4],
      [0, 0, 4],
    ],
    [
      [1, 0, 4],
      [1, 0, 3],
    ],
  ]);
  // From 0:03:05 to 0:05:01 a whole minute passed; from 0:05:01 to 0:06:20 none that anybody missed.
  world.advanceClock(80);
  await checkParts(world.ctx, SYSTEM, probes());
  expect((await listDays(world, 'mail'))[1]).toEqual([2, 0, 3]);
});

test('what operators switch off is never said to work, with their words; the history does not change', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const ops = await world.addPlayer({ role: 'operator' });
  const flip = async (flag: FeatureFlag, to: 'on' | 'off', version: number, message = '') => {
    await setFeatureFlag(ctx, ops, { flag, do: to, note: 'Because.', version: String(version), message });
    await setImmediate();
    const { parts, off, slow, down, dayRows } = await getStatus(ctx, VISITOR);
    expect([slow, down, dayRows[0]?.cells.map((cell) => cell.state)]).toEqual([[], [], PARTS.map(() => 'works')]);
    return { off, chat: parts.find(({ part }) => part === 'chat'), others: parts.filter(({ state }) => state === 'off').length };
  };
  await checkParts(ctx, SYSTEM, probes());
  expect(await flip('uploads', 'off', 1, 'Until Monday.')).toMatchObject({
    off: { features: [{ feature: 'uploads', message: 'Until Monday.' }], maintenance: null },
    chat: { state: 'works', off: null },
  });
  await flip('uploads', 'on', 2);
  expect(await flip('chat', 'off', 1, 'Spam.')).toMatchObject({
    off: { features: [{ feature: 'chat', message: 'Spam.' }] },
    chat: { state: 'off', off: { message: 'Spam.' }, percent: '100' },
    others: 1,
  });
  // Its words stay; payments are closed too, by the whole site's switch.
  expect(await flip('read-only', 'on', 1, 'Until noon.')).toMatchObject({
    off: { features: [{ feature: 'chat' }], maintenance: { message: 'Until noon.' } },
    chat: { state: 'off', off: { message: 'Spam.' } },
    others: 2,
  });
  expect(await flip('chat', 'on', 2)).toMatchObject({ off: { features: [] }, chat: { state: 'off', off: { message: '' } } });
  world.advanceClock(60);
  await checkParts(ctx, SYSTEM, probes(['chat']));
  expect((await getStatus(ctx, VISITOR)).parts.map(({ state }) => state)).toEqual(['works', 'works', 'down', 'off', 'works']);
});

test('before the first check nothing is known, and a very long time away counts as far back as days are kept', async () => {
  const world = await createWorld();
  expect((await getStatus(world.ctx, VISITOR)).parts.map(({ state, percent, days }) => [state, percent, new Set(days)])).toEqual(
    PARTS.map(() => ['unknown', null, new Set(['none'])]),
  );
  await checkParts(world.ctx, SYSTEM, probes());
  expect((await getStatus(world.ctx, VISITOR)).parts.map(({ state, percent }) => [state, percent])).toEqual(
    PARTS.map(() => ['works', '100']),
  );
  world.advanceClock(500 * 86_400);
  await deleteOldChecks(world.ctx);
  await checkParts(world.ctx, SYSTEM, probes());
  const days = await listDays(world);
  expect(days.reduce((sum, [, , down = 0]) => sum + down, 0)).toBe(DAY_RETENTION_DAYS * 1440);
  const { rows } = await sql<{ n: number }>`select count(distinct minute)::int as n from status_checks where checked_at is null`.execute(
    world.ctx.db,
  );
  expect(rows[0]?.n).toBe(3 * 1440);
  world.advanceClock(10 * 86_400);
  await deleteOldChecks(world.ctx);
  // The last one stays: the next check looks at it.
  expect([await countChecks(world), (await listDays(world)).length]).toEqual([PARTS.length, DAY_RETENTION_DAYS - 9]);
});

type Answer = { status?: number; body?: string; delayMs?: number; drop?: boolean };

/** A site and a games' origin that answer as told; each answer is used once, the last one again and again. */
async function startFakeSite(answers: Record<string, Answer[]>) {
  const paths: string[] = [];
  const server = http.createServer((req, res) => {
    const path = req.url ?? '';
    paths.push(path);
    const list = answers[path] ?? [];
    const answer = (list.length > 1 ? list.shift() : list[0]) ?? { status: 404 };
    if (answer.drop) return void req.socket.destroy();
    setTimeout(() => res.writeHead(answer.status ?? 200, { location: '/elsewhere' }).end(answer.body ?? ''), answer.delayMs ?? 0);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: String((server.address() as AddressInfo).port), paths };
}

const LOGIN = '<form><input type="password" name="password"></form>';

/** What the checks of pages and games find on such a site. */
async function checkSite(answers: Record<string, Answer[]>, limits: CheckLimits = LIMITS) {
  const site = await startFakeSite(answers);
  const games = await startFakeSite(answers);
  const { ctx, addGame } = await createWorld({ PORT: site.port, GAMES_PORT: games.port });
  await addGame({ id: 'a', is_premium: true });
  await addGame({ id: 'b', hidden_at: new Date() });
  await addGame({ id: 'c' });
  await checkParts(ctx, SYSTEM, undefined, limits);
  const rows = await ctx.db.selectFrom('status_checks').select(['part', 'state', 'error']).orderBy('part').execute();
  const find = (wanted: Part) => {
    const row = rows.find(({ part }) => part === wanted);
    return [row?.state, row?.error];
  };
  return {
    pages: find('pages'),
    games: find('games'),
    chat: find('chat'),
    payments: find('payments'),
    mail: find('mail'),
    site,
    played: games,
  };
}

test('a site that answers works, in all its parts', async () => {
  const found = await checkSite({ '/login': [{ body: LOGIN }], '/games/c/0/index.html': [{ body: '<html>' }] });
  for (const part of PARTS) expect([part, ...found[part]]).toEqual([part, 'works', '']);
  // Nothing else was asked for: neither premium games nor hidden ones.
  expect([found.site.paths, found.played.paths]).toEqual([['/login'], ['/games/c/0/index.html']]);
});

test('a site that is slow, or answers the second time, is slow', async () => {
  const found = await checkSite(
    { '/login': [{ body: LOGIN, delayMs: 200 }], '/games/c/0/index.html': [{ drop: true }, { body: '<html>' }] },
    { ...LIMITS, slowMs: { ...LIMITS.slowMs, pages: 150 } },
  );
  expect(found.pages).toEqual(['slow', '']);
  expect(found.games).toEqual(['slow', expect.stringMatching(/fetch failed|socket/)]);
});

test.each([
  ['an error', { status: 503, body: LOGIN }, '/login answered with status 503'],
  ['a way to somewhere else', { status: 302 }, '/login answered with status 302'],
  ['another page', { body: '<h1>Welcome to nginx</h1>' }, '/login answered with another page'],
])('%s is down', async (_, answer, error) => {
  const found = await checkSite({ '/login': [answer], '/games/c/0/index.html': [{ status: 404 }] });
  expect([found.pages, found.games]).toEqual([
    ['down', error],
    ['down', '/games/c/0/index.html answered with status 404'],
  ]);
  expect(found.site.paths).toEqual(['/login', '/login']);
});

test('nothing in time is down', async () => {
  const found = await checkSite({ '/login': [{ body: LOGIN, delayMs: 3_600_000 }] }, { ...LIMITS, tryMs: 300 });
  expect(found.pages).toEqual(['down', expect.stringMatching(/no answer in 300 ms|aborted/)]);
});

test('nobody there is down, and so are a provider that is away, a bus that is and a statement that fails', async () => {
  const { ctx } = await createWorld({ PORT: '1', GAMES_PORT: '2' });
  const away = async (): Promise<never> => {
    throw new Error('sk_live_abcdef1234 is not taken');
  };
  const broken = { ...ctx, bus: { ...ctx.bus, ping: away }, payments: { ...ctx.payments, ping: away } };
  await checkParts(broken, SYSTEM, createProbes(broken), LIMITS);
  const rows = await ctx.db.selectFrom('status_checks').select(['part', 'state', 'error']).orderBy('part').execute();
  expect(Object.fromEntries(rows.map(({ part, state }) => [part, state]))).toEqual({
    pages: 'down',
    games: 'down',
    chat: 'down',
    payments: 'down',
    mail: 'works',
  });
  expect(rows.find(({ part }) => part === 'payments')?.error).toBe('sk_*** is not taken');
});

test('operators get one mail when a part is down for three minutes, and one when it is back; none while mail is down', async () => {
  const world = await createWorld();
  goTo(world, 12, 30);
  const { ctx } = world;
  await world.addPlayer({ username: 'otieno', role: 'operator' });
  await world.addPlayer({ username: 'wanjiru', role: 'moderator' });
  const pass = async (down: readonly Part[], minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      world.advanceClock(60);
      await checkParts(ctx, SYSTEM, probes(down));
    }
    return (await world.mails()).map(({ to, subject }) => `${to} ${subject}`);
  };
  expect(await pass(['games', 'chat'], 2)).toEqual([]);
  const down = 'otieno@example.com Down on Kiddo: Games, Chat and friends';
  expect(await pass(['games', 'chat'], 5)).toEqual([down]);
  const back = 'otieno@example.com Back on Kiddo: Games';
  expect(await pass(['chat'], 1)).toEqual([back, down]);
  // Chat is back within 15 minutes: that waits until then.
  expect(await pass([], 14)).toEqual([back, down]);
  expect(await pass([], 1)).toEqual(['otieno@example.com Back on Kiddo: Chat and friends', back, down]);
  const before = (await world.mails()).length;
  expect((await pass(['mail', 'pages'], 20)).length).toBe(before);
  // Nobody was told, so what is still down when mail is back is told then; mail itself is not.
  expect((await pass(['pages'], 1)).slice(0, -before)).toEqual(['otieno@example.com Down on Kiddo: Pages and sign-in']);
  expect((await pass(['pages'], 20)).length).toBe(before + 1);
  // What is back while mail is down is told when mail is back too.
  expect((await pass(['mail', 'pages'], 2)).length).toBe(before + 1);
  expect((await pass(['mail'], 20)).length).toBe(before + 1);
  expect((await pass([], 1)).slice(0, -before - 1)).toEqual(['otieno@example.com Back on Kiddo: Pages and sign-in']);
});

test('while mail is down, operators whose browsers tell of notifications are told, once', async () => {
  const { world, ctx, turnOn } = await createPushWorld();
  goTo(world, 12, 30);
  await turnOn(await world.addPlayer({ role: 'operator' }));
  for (let minute = 0; minute < 20; minute++) {
    world.advanceClock(60);
    await checkParts(ctx, SYSTEM, probes(['mail', 'chat']));
  }
  expect(await world.mails()).toEqual([]);
  const { rows } = await sql<{
    text: string;
  }>`select data->'pushes'->0->>'text' as text from pgboss.job where name = 'push.dispatch'`.execute(ctx.db);
  expect(rows).toEqual([{ text: 'Chat and friends, Mail.' }]);
});
