import fs from 'node:fs/promises';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { getGame, listGames } from '../../src/features/games/catalogue/service.server.ts';
import { searchGames } from '../../src/features/games/search/service.server.ts';
import { moderateGame } from '../../src/features/moderation/service.server.ts';
import { createRequestScope, runInScope, setMustSee } from '../../src/infra/tracing/work-scope.ts';
import { requestContext } from '../../src/request/request-context.ts';
import { VISITOR } from '../../src/shared/permissions.ts';
import { createBuild, serveSite } from '../served-site.ts';
import { createWorld, type World } from '../world.ts';
import { missingPgBouncer, startPgBouncer } from './pgbouncer.ts';
import { startReplicatedDatabase, type ReplicatedDatabase } from './replica.ts';
import { holdReads, openAlone, startHeldRead, type PrimaryAnswer } from './replica-reads.ts';

let database: ReplicatedDatabase;
beforeAll(async () => {
  database = await startReplicatedDatabase();
});
let games = 0;
let id = '';
beforeEach(async () => {
  id = `kite-${++games}`;
  await database.onPrimary(`insert into games (id, title, game_url) values ('${id}', 'Kite ${games}', 'games/${id}/0/index.html')`);
});

const LIST = { tab: 'popular', genre: null, device: null, gender: null, limit: 100 } as const;
const WHERE = { name: 'where', text: 'select pg_is_in_recovery() as "isReplica"' };
const isShown = { name: 'is shown', text: 'select hidden_at is null as "isShown" from games where id = $1' };
/** The same, after it was seen: whoever has the lock says when it is answered. */
const isShownLate = {
  name: 'is shown, late',
  text: 'select hidden_at is null as "isShown", pg_advisory_xact_lock_shared(1) from games where id = $1',
};

/** A Kiddo on the database and its replica. */
async function createReplicated(env: Record<string, string> = {}): Promise<World> {
  const urls = { DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, DATABASE_READ_URL: database.readUrl };
  // A busy machine must not make the replica look late, unless the test is about that.
  const world = await createWorld({ ...urls, DATABASE_READ_LAG: '600', ...env });
  world.ctx.replica?.start();
  return world;
}

/** Does something as a request that only reads. */
const asReader = <T>(work: () => T): T =>
  runInScope(createRequestScope(undefined), () => {
    setMustSee(0n);
    return work();
  });

/** Where a reader reads from now. */
const readsReplica = ({ ctx }: World) =>
  asReader(async () => (await ctx.publicReads().queryPrepared<{ isReplica: boolean }>(WHERE, []))[0]?.isReplica);

async function waitForReplica(world: World): Promise<void> {
  await expect.poll(() => readsReplica(world)).toBe(true);
}

/** The replica shows what it shows now until the end of the test, or until it is resumed. */
async function pauseReplica(): Promise<void> {
  await database.pause();
  onTestFinished(() => database.resume());
}

const moderate = async (world: World) => {
  const mod = await world.addPlayer({ id: world.ctx.newId(), username: `mod_${games}`, role: 'moderator' });
  const done = await moderateGame(world.ctx, mod, id, { action: 'hide-game', note: 'It is not for children.', seen: '' });
  expect(done).toMatchObject({ ok: true });
};

test('who only reads reads lists, games and searches from the replica; who writes, jobs and everything else the primary', async () => {
  const world = await createReplicated();
  const { ctx } = world;
  await waitForReplica(world);
  await pauseReplica();
  await database.onPrimary(`update games set title = 'Balloon' where id = '${id}'`);
  const titles = async () => [
    (await listGames(ctx, VISITOR, LIST)).games.find((game) => game.id === id)?.title,
    (await getGame(ctx, VISITOR, id)).title,
    (await searchGames(ctx, VISITOR, 'balloon')).games.find((game) => game.id === id)?.title,
  ];
  const old = `Kite ${games}`;
  expect(await asReader(titles)).toEqual([old, old, undefined]);
  expect(await titles()).toEqual(['Balloon', 'Balloon', 'Balloon']);
  // In a request that changes something, and without one.
  expect(await runInScope(createRequestScope(undefined), titles)).toEqual(['Balloon', 'Balloon', 'Balloon']);
  expect(world.logged).toEqual([]);
});

test('a form that did not fail gives a mark, with which its sender sees the change in every process, while others see it later', async () => {
  const secret = { SECRET: 'a'.repeat(64) };
  const [here, elsewhere] = [await createReplicated(secret), await createReplicated(secret)];
  const pages = createBuild({
    game: {
      handle: { params: [], isShared: false },
      loader: async ({ context }: { context: { get(key: typeof requestContext): { ctx: World['ctx'] } } }) =>
        new Response((await getGame(context.get(requestContext).ctx, VISITOR, id)).title),
    },
    'plays/beat': { handle: { params: [], isShared: false }, action: () => new Response('') },
    change: {
      handle: { params: [], isShared: false },
      action: async ({ request, context }: { request: Request; context: { get(key: typeof requestContext): { ctx: World['ctx'] } } }) => {
        const { ctx } = context.get(requestContext);
        const title = (await request.formData()).get('title') as string;
        if (title === '') return new Response('', { status: 400 });
        await ctx.db.updateTable('games').set({ title }).where('id', '=', id).execute();
        // Whoever writes reads what was written, in the same request too.
        return new Response((await getGame(ctx, VISITOR, id)).title);
      },
    },
  });
  const [origin, other] = [
    await serveSite({ ctx: here.ctx, pages, assets: new Map() }),
    await serveSite({ ctx: elsewhere.ctx, pages, assets: null }),
  ];
  const post = async (title: string, address = 'change') => {
    const body = new URLSearchParams({ title });
    const answer = await fetch(`${origin}/${address}`, { method: 'POST', body, headers: { origin: here.ctx.config.origin } });
    return { status: answer.status, text: await answer.text(), cookies: answer.headers.getSetCookie() };
  };
  const get = async (site: string, cookie = '') => (await fetch(`${site}/game`, { headers: { cookie } })).text();
  for (const world of [here, elsewhere]) await waitForReplica(world);
  await pauseReplica();
  const changed = await post('Balloon');
  expect([changed.text, changed.cookies]).toEqual([
    'Balloon',
    [expect.stringMatching(/^kiddo_change=[\w-]{59}; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)],
  ]);
  const [cookie] = (changed.cookies[0] as string).split(';');
  for (const site of [origin, other]) {
    expect([await get(site, cookie), await get(site)]).toEqual(['Balloon', `Kite ${games}`]);
    // A forged one is nothing.
    expect(await get(site, 'kiddo_change=ffffffffffffffff')).toBe(`Kite ${games}`);
  }
  await database.resume();
  await expect.poll(() => get(other)).toBe('Balloon');
  for (const world of [here, elsewhere]) expect(await readsReplica(world)).toBe(true);
  expect([(await post('')).cookies, (await post('', 'plays/beat')).cookies]).toEqual([[], []]);
});

test('a game that is hidden is gone at once for everybody, and no read that was under way brings it back into a cache', async () => {
  const world = await createReplicated();
  const { ctx } = world;
  const read = async () => (await ctx.publicReads().queryPrepared<{ isShown: boolean }>(isShown, [id]))[0]?.isShown;
  const cached = (load = read) => asReader(() => ctx.cached('is it shown', 60_000, load));
  const origin = await serveSite({ ctx, pages: createBuild({}), assets: new Map() });
  const ask = async () => (await fetch(`${origin}/api/v1/games/${id}`)).status;
  await waitForReplica(world);
  await expect.poll(() => asReader(() => read())).toBe(true);
  expect(await ask()).toBe(200);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const done = Promise.withResolvers<void>();
  const underWay = cached(async () => {
    const was = await read();
    done.resolve();
    await released;
    return was;
  });
  await done.promise;
  const reads = asReader(() => ctx.publicReads());
  await pauseReplica();
  await moderate(world);
  await expect.poll(ask).toBe(404);
  expect(await cached()).toBe(false);
  // Chosen before, used after.
  expect(await reads.queryPrepared(isShown, [id])).toEqual([{ isShown: false }]);
  release();
  expect([await underWay, await cached(), await ask()]).toEqual([true, false, 404]);
  expect(await readsReplica(world)).toBe(false);
  await database.resume();
  await waitForReplica(world);
  expect(await asReader(() => read())).toBe(false);
});

test('a replica that is too far behind is left out, and comes back when it is not any more; the log says both', async () => {
  const world = await createReplicated({ DATABASE_READ_LAG: '1' });
  await waitForReplica(world);
  await pauseReplica();
  await database.onPrimary(`update games set title = 'Balloon' where id = '${id}'`);
  await expect.poll(() => asReader(async () => (await getGame(world.ctx, VISITOR, id)).title)).toBe('Balloon');
  await expect.poll(() => world.logged.at(-1)?.msg).toBe('the replica is too far behind: all is read from the primary');
  expect(world.ctx.replica?.state()).toEqual({ isUsed: false, lagSeconds: expect.toSatisfy((seconds: number) => seconds >= 1) });
  await database.resume();
  await waitForReplica(world);
  await expect.poll(() => world.logged.at(-1)?.msg).toContain('the replica is back');
});

test('a replica that is killed takes no read along, and is used again after its start', async () => {
  const world = await createReplicated();
  const { ctx } = world;
  await waitForReplica(world);
  await holdReads(database);
  const { underWay } = await startHeldRead(database, () => asReader(() => ctx.publicReads().queryPrepared(isShownLate, [id])));
  await database.kill();
  expect(await underWay).toMatchObject([{ isShown: true }]);
  expect(await readsReplica(world)).toBe(false);
  await expect.poll(() => world.logged.at(-1)?.msg).toBe('the replica does not answer: all is read from the primary');
  // Whoever starts without it starts all the same.
  const another = await createReplicated();
  expect(await readsReplica(another)).toBe(false);
  await database.start();
  for (const each of [world, another]) await waitForReplica(each);
  expect(world.logged.map(({ level }) => level)).not.toContain(50);
});

test('a read that is in the way of what has to be replayed is repeated on the primary; a write never goes to the replica', async () => {
  const world = await createReplicated();
  const { ctx } = world;
  await database.onPrimary(`create table counted (n int); grant select, update on counted to public; insert into counted values (1)`);
  await waitForReplica(world);
  const count = { name: 'count', text: 'select count(*)::int as n, max(pg_advisory_xact_lock_shared(1)::text) from counted' };
  const release = await holdReads(database);
  await expect
    .poll(
      async () =>
        await database.connectToReplica().then(async (client) => {
          const { rowCount } = await client.query(`select from pg_class where relname = 'counted'`);
          await client.end();
          return rowCount;
        }),
    )
    .toBe(1);
  const { underWay } = await startHeldRead(database, () => asReader(() => ctx.publicReads().queryPrepared<{ n: number }>(count, [])));
  await database.onPrimary('truncate counted');
  expect(await underWay).toMatchObject([{ n: 0 }]);
  await release();
  await waitForReplica(world);
  await database.onPrimary('insert into counted values (1)');
  const write = asReader(() => ctx.publicReads().queryPrepared({ name: 'write', text: 'update counted set n = 2' }, []));
  await expect(write).rejects.toThrow('cannot execute UPDATE in a read-only transaction');
  await database.onPrimary('drop table counted');
});

test('a server that is no replica is not read from as one', async () => {
  const world = await createReplicated({ DATABASE_READ_URL: database.url });
  await expect
    .poll(() => world.logged.at(-1)?.msg)
    .toBe('the server of DATABASE_READ_URL is no replica of the primary: all is read from the primary');
  expect(await asReader(async () => (await getGame(world.ctx, VISITOR, id)).title)).toBe(`Kite ${games}`);
});

test.runIf(missingPgBouncer === null)('through a pooler that does not follow prepared statements, these have no names', async () => {
  const world = await createReplicated({ DATABASE_READ_URL: await startPgBouncer(database.readUrl) });
  await waitForReplica(world);
  const ask = (nth: number) =>
    asReader(async () => {
      const statement = { name: 'same', text: `select pg_is_in_recovery() as "isReplica", ${nth % 3} + $1::int as sum` };
      return (await world.ctx.publicReads().queryPrepared<{ isReplica: boolean; sum: number }>(statement, [nth]))[0];
    });
  let fromReplica = 0;
  for (let turn = 0; turn < 8; turn++) {
    const answers = await Promise.all([0, 1, 2, 3, 4].map((nth) => ask(nth)));
    expect(answers.map((each) => each?.sum)).toEqual([0, 1, 2, 3, 4].map((nth) => (nth % 3) + nth));
    fromReplica += answers.filter((each) => each?.isReplica).length;
  }
  // While they are looked after, connections are in use, and reads go to the primary.
  expect(fromReplica).toBeGreaterThan(5);
});

test('a replica that stayed behind on the timeline before is left out, however much it has replayed', async () => {
  const world = await createReplicated();
  let isRestored = false;
  const { replica } = await openAlone(database, world, {}, (state) => ({ ...state, ...(isRestored && { timeline: '00000002' }) }));
  isRestored = true;
  await expect.poll(() => world.logged.at(-1)?.msg).toContain('is no replica of the primary');
  expect(replica.readsFor(0n)).toBe(null);
  isRestored = false;
  await expect.poll(() => replica.readsFor(0n)).not.toBe(null);
});

test('when the primary lost a part of its log, the replica is not read from again, and the log says so', async () => {
  const world = await createReplicated();
  let isLost = false;
  const { replica, getAnswers } = await openAlone(database, world, {}, (state) => ({ ...state, ...(isLost && { flushed: '1' }) }));
  isLost = true;
  await expect.poll(() => world.logged.at(-1)?.msg).toContain('the primary lost a part of its log');
  isLost = false;
  const answers = getAnswers();
  await expect.poll(getAnswers).toBeGreaterThan(answers + 1);
  expect([replica.readsFor(0n), replica.state().isUsed]).toEqual([null, false]);
});

test('while the primary does not answer, the replica is used as long as it is known what it has to have', async () => {
  const world = await createReplicated();
  const hung = Promise.withResolvers<PrimaryAnswer>();
  let hangs = false;
  const hang = (state: PrimaryAnswer) => (hangs ? hung.promise : state);
  const [patient, strict] = [await openAlone(database, world, {}, hang), await openAlone(database, world, { maxLag: 2 }, hang)];
  hangs = true;
  await expect.poll(() => world.logged.at(-1)?.msg).toContain('the primary does not say where it is');
  expect([patient.replica.state().isUsed, strict.replica.readsFor(0n)]).toEqual([true, null]);
  await expect(patient.replica.readPosition()).rejects.toThrow('no answer in time');
  // It is looked after all the same.
  await database.kill();
  await expect.poll(() => patient.replica.state().isUsed).toBe(false);
  await database.start();
  await expect.poll(() => patient.replica.state().isUsed).toBe(true);
  hangs = false;
  hung.reject(new Error('it was away'));
  await expect.poll(() => strict.replica.readsFor(0n)).not.toBe(null);
});

test('a connection that hangs keeps its read for a moment only: it is closed, and the primary does the read', async () => {
  const world = await createReplicated();
  const { replica, results } = await openAlone(database, world);
  const release = await holdReads(database);
  const { underWay, pid } = await startHeldRead(database, async () => replica.readsFor(0n)?.queryPrepared(isShownLate, [id]));
  process.kill(pid, 'SIGSTOP');
  try {
    expect(await underWay).toMatchObject([{ isShown: true }]);
    expect(results.at(-1)).toBe('repeated');
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await release();
});

test('a read does not wait for a connection that is in use: the primary does it', async () => {
  const world = await createReplicated();
  const { replica, results } = await openAlone(database, world, { max: 1 });
  const reads = replica.readsFor(0n);
  const release = await holdReads(database);
  const { underWay } = await startHeldRead(database, async () => reads?.queryPrepared(isShownLate, [id]));
  const before = results.length;
  const read = reads?.queryPrepared(WHERE, []);
  await setImmediate();
  expect(results.slice(before)).toContain('passed');
  expect(await read).toEqual([{ isReplica: false }]);
  await release();
  await underWay;
});

test('after a segment of the log was closed, a replica that has everything is used on a quiet primary too', async () => {
  const world = await createReplicated();
  await waitForReplica(world);
  await database.onPrimary('select pg_switch_wal()');
  world.ctx.replica?.noteChange();
  expect(await readsReplica(world)).toBe(false);
  await waitForReplica(world);
});

test('the next page of a popular list has the order of the page before, also where the replica does not have that yet', async () => {
  const world = await createReplicated();
  const { ctx } = world;
  await database.onPrimary(
    `insert into games (id, title, game_url) select 'kite-more-' || n, 'More', 'games/more/0/index.html' from generate_series(1, 3) n`,
  );
  await waitForReplica(world);
  await pauseReplica();
  await database.onPrimary('update popular_order set generation = generation + 1');
  const { next } = await listGames(ctx, VISITOR, { ...LIST, limit: 1 });
  const readNext = () => listGames(ctx, VISITOR, { ...LIST, limit: 1, after: next });
  expect((await asReader(readNext)).next).toBe((await readNext()).next);
});

test('these services read from the replica, and no other', async () => {
  const source = path.resolve(import.meta.dirname, '../../src/features');
  const files = (await fs.readdir(source, { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'));
  const using = [];
  for (const name of files) {
    let within = '';
    for (const line of (await fs.readFile(path.join(source, name), 'utf8')).split('\n')) {
      within = /^(?:export )?(?:(?:async )?function|const) (\w+)/.exec(line)?.[1] ?? within;
      if (/\bpublicReads\b/.test(line)) using.push(`${name} ${within}`);
    }
  }
  // What others publish for everybody. Nothing that decides what somebody may do, pays or is protected from.
  expect(using.toSorted()).toEqual([
    'games/catalogue/service.server.ts getCardsByIds',
    'games/catalogue/service.server.ts getGame',
    'games/catalogue/service.server.ts listGames',
    'games/catalogue/service.server.ts listGamesByCreator',
    'games/catalogue/service.server.ts listGenres',
    'games/catalogue/service.server.ts listSitemapGames',
    'games/catalogue/service.server.ts listSitemapParts',
    'games/catalogue/service.server.ts listTrendingGames',
    'games/search/service.server.ts searchGames',
    'games/similar/service.server.ts listSimilarGames',
  ]);
});
