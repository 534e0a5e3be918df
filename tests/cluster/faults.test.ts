import { writeSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import { missingRedis } from '../adapters/redis.ts';
import { befriend, createSignedInPlayer } from '../test-players.ts';
import { missingHaproxy } from './balancer.ts';
import { FIRST_KIDDOCASH, countAcknowledged, findDifferences } from './ledger.ts';
import { operateSite, type OperatedSite } from './operated-site.ts';
import { reportSkipped } from './skipped.ts';
import { Traffic, type Asked, type Item, type Player, type WriteKind } from './traffic.ts';
import { Uploads } from './uploads.ts';

// One site on several machines, with steady traffic, to which one thing after the other happens. After each: what was acknowledged is there,
// once; each tab is connected and hears of messages; no process ended that was not ended here; the log has no other errors than these.

const missing = missingHaproxy ?? missingRedis;

/** What may fail while something is away, by what is asked for: an answer, and what comes when it is asked for once more. */
type Allowed = Partial<Record<Asked['what'], { first: RegExp; again: RegExp }>>;
type Fault = {
  name: string;
  /** Why it cannot happen on this machine. */
  missing?: string | null;
  /** What may fail. Pages that visitors have seen before never do; what is written is sent again until it is done. */
  allowed: Allowed;
  /** Forms that break with it, each of which is sent again until it is done. */
  broken?: RegExp;
  /** Lines of level error that belong to it. */
  errors: RegExp[];
  /** Makes it happen, and lets it end. */
  run(stage: Stage): Promise<void>;
};
/** `payers` buy a plan, one after the other, which uploads need; `writers` do nothing until they are asked to. */
type Stage = { site: OperatedSite; traffic: Traffic; uploads: Uploads; payers: [Player, Player, ...Player[]]; writers: Player[] };

/** What a browser asks for again by itself. */
const ONCE = { first: /./, again: /^200$/ };
/** A page that says that Kiddo has a short break, or that pictures are away for a moment. */
const AWAY = { first: /^503$/, again: /^(200|503)$/ };
const LOST_CONNECTIONS = { visitor: ONCE, player: ONCE, picture: ONCE, game: ONCE };
const DATABASE_AWAY = { player: AWAY, picture: AWAY, game: AWAY };
const DATABASE_ERRORS = [
  /57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|Connection terminated|terminating connection|not queryable|57014|statement timeout|Query read timeout|timeout exceeded when trying to connect|the database does not answer/,
];
/** Of a game that nobody has played a moment ago, whose files are not in memory. */
const GAME_AWAY = /games origin: unavailable files are away/;
/** On a busy machine an answer can come too late; what follows from it is what is tested. */
const LATE = /redis does not answer:  no answer within 250 ms/;
/** Pages of the site that are asked for again until this is true wait so long, in milliseconds. */
const WHOLE = { timeout: 60_000 };
const HALF_AN_HOUR_MS = 1_800_000;
/** One every four seconds: for as long as the test may take. */
const PAYERS = 150;

const FAULTS: Fault[] = [
  {
    name: 'a process that serves is killed',
    allowed: LOST_CONNECTIONS,
    errors: [],
    async run({ site: { webs } }) {
      expect(await webs[0].end('SIGKILL')).toBe(null);
      await webs[0].start();
    },
  },
  {
    name: 'the process that does the jobs is killed',
    allowed: {},
    errors: [],
    async run({ site: { worker } }) {
      expect(await worker.end('SIGKILL')).toBe(null);
      await worker.start();
    },
  },
  {
    name: 'all processes are replaced, one after the other',
    allowed: {},
    errors: [],
    async run({ site: { webs, worker }, traffic }) {
      const moves = traffic.tabs.map((tab) => tab.moves);
      for (const member of [...webs, worker]) {
        expect([member.name, await member.end('SIGTERM')]).toEqual([member.name, 0]);
        await member.start();
      }
      // Each tab was at one of the two, and was told to move before that ended.
      expect(traffic.tabs.filter((tab, index) => tab.moves === moves[index])).toEqual([]);
    },
  },
  {
    name: 'the database is restarted',
    allowed: DATABASE_AWAY,
    errors: DATABASE_ERRORS,
    run: ({ site }) => site.postgres.restart('fast'),
  },
  {
    name: 'the database crashes, and is started again',
    allowed: DATABASE_AWAY,
    errors: DATABASE_ERRORS,
    run: ({ site }) => site.postgres.restart('immediate'),
  },
  {
    name: 'the database answers nothing, and then goes on',
    allowed: DATABASE_AWAY,
    errors: DATABASE_ERRORS,
    async run({ site, traffic }) {
      site.postgres.freeze(true);
      try {
        await until(traffic, (asked) => asked.filter(({ what, outcome }) => what === 'player' && outcome === '503').length >= 8);
      } finally {
        site.postgres.freeze(false);
      }
    },
  },
  {
    name: 'sessions of the database are ended',
    allowed: DATABASE_AWAY,
    errors: DATABASE_ERRORS,
    async run({ site }) {
      const ended = await site.postgres.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'kiddo_app' and pid <> pg_backend_pid()`,
      );
      expect(ended.length).toBeGreaterThan(0);
    },
  },
  {
    // No timer of the connection to it is longer than the 5 s between two tries: a minute would show nothing else.
    name: 'Redis is away, and comes back',
    allowed: {},
    errors: [/the bus is unreachable/, /each process counts requests by itself/],
    async run({ site, traffic }) {
      const written = countMessages(traffic);
      const toldBefore = traffic.tabs.map(countLookAgain);
      await site.redis.stop();
      try {
        await expect.poll(() => countMessages(traffic), WHOLE).toBeGreaterThan(written + 8);
      } finally {
        await site.redis.start();
      }
      // What one process did not hear from the other, its tabs ask for.
      await expect
        .poll(() => traffic.tabs.filter((tab, index) => countLookAgain(tab) > (toldBefore[index] ?? 0)).length, WHOLE)
        .toBe(traffic.tabs.length);
    },
  },
  {
    name: 'the bucket is away',
    allowed: { picture: AWAY, game: AWAY },
    errors: [/the bucket did not do what was asked/, /request failed/, GAME_AWAY],
    async run({ site, traffic, uploads, payers: [payer] }) {
      await site.bucket.stop();
      try {
        // Games that were played a moment ago come from memory.
        await until(traffic, (asked) => asked.some(({ what, outcome }) => what === 'picture' && outcome === '503'));
        expect(await uploads.upload(payer)).toBe(false);
      } finally {
        await site.bucket.start();
      }
      await expect.poll(() => uploads.upload(payer), WHOLE).toBe(true);
    },
  },
  {
    name: 'the disk below the files is full',
    allowed: {},
    // The sandbox, which stands for who takes the payments, keeps them on this disk.
    broken: /^\/(subscription$|till\/)/,
    errors: [/ENOSPC/, /the bucket did not do what was asked/, /request failed/],
    async run({ site, uploads, payers: [, payer] }) {
      site.disks.files.fill();
      expect(await uploads.upload(payer).finally(site.disks.files.free)).toBe(false);
      await expect.poll(() => uploads.upload(payer), WHOLE).toBe(true);
    },
  },
  {
    name: 'the disk below the database is full',
    allowed: {},
    errors: [/53100/],
    async run({ site, traffic, writers }) {
      site.disks.database.fill();
      const long = Array.from({ length: 80 }, () => 'mango').join(' ');
      // Of each no more than somebody may write in a minute.
      const written = [1, 2, 3].flatMap(() => writers.map((from, index) => traffic.write(from, writers[index ^ 1] as Player, long)));
      await until(traffic, (asked) => asked.some(({ what, outcome }) => what === 'write' && outcome === '503')).finally(
        site.disks.database.free,
      );
      await Promise.all(written);
    },
  },
  {
    name: 'the clock of one process is an hour ahead, and then right again',
    // A bucket refuses who has another time, since it takes what they signed for something old.
    allowed: { picture: AWAY, game: AWAY },
    errors: [/RequestTimeTooSkewed/, GAME_AWAY],
    async run({ site, traffic }) {
      const [game] = await site.postgres.query<{ id: string }>(`select id from games where hidden_at is null order by id limit 1`);
      const { origin } = site.webs[1].process;
      const title = async () => (await fetch(`${origin}/games/${game?.id}`)).text();
      // It looks at its new time only about a second after that has changed.
      const isAhead = async () => Date.parse((await fetch(`${origin}/livez`)).headers.get('date') ?? '') > Date.now() + HALF_AN_HOUR_MS;
      site.clock.setAhead(3600);
      try {
        await expect.poll(isAhead, WHOLE).toBe(true);
        const asked = traffic.asked.length;
        expect(await title()).not.toContain('Another title');
        await expect.poll(() => traffic.asked.length, WHOLE).toBeGreaterThan(asked + 40);
      } finally {
        site.clock.setAhead(0);
      }
      await expect.poll(isAhead, WHOLE).toBe(false);
      // No page of the hour that has not come stays until then.
      await site.postgres.query(`update games set title = 'Another title' where id = $1`, [game?.id]);
      await expect.poll(title).toContain('Another title');
    },
  },
];

const countMessages = ({ ledger }: Traffic) => countAcknowledged(ledger).messages;
const countLookAgain = ({ events }: Traffic['tabs'][number]) => events.filter(({ kind }) => kind === 'look-again').length;

/** Waits until what was asked for since the fault began says so. */
async function until(traffic: Traffic, isSo: (asked: Asked[]) => boolean): Promise<void> {
  await expect.poll(() => isSo(traffic.asked.filter(({ fault }) => fault === traffic.fault)), WHOLE).toBe(true);
}

/**
 * Waits until every process is ready, each tab hears of a message that is sent from now on, and of each kind something was written.
 * @param written how much of each kind was acknowledged when the fault began
 */
async function untilWhole({ site, traffic }: Stage, written: Record<WriteKind, number>): Promise<void> {
  const healthPort = site.worker.env['HEALTH_PORT'];
  const origins = [...site.webs.map(({ process }) => process.origin), `http://localhost:${healthPort}`, `http://127.0.0.1:${site.port}`];
  const isReady = async (origin: string) => (await fetch(`${origin}/readyz`).catch(() => null))?.status;
  await expect.poll(() => Promise.all(origins.map(isReady)), WHOLE).toEqual(origins.map(() => 200));
  await expect.poll(() => traffic.tabs.map(({ isOpen }) => isOpen), WHOLE).toEqual(traffic.tabs.map(() => true));
  const heard = () => traffic.tabs.map(({ events }) => events.filter(({ kind }) => kind === 'chat').length);
  const before = heard();
  await expect.poll(() => heard().every((count, index) => count > (before[index] ?? 0)), WHOLE).toBe(true);
  const unwritten = () => {
    const counts = Object.entries(countAcknowledged(traffic.ledger)) as [WriteKind, number][];
    return counts.filter(([kind, count]) => count <= written[kind] && !traffic.exhausted.has(kind)).map(([kind]) => kind);
  };
  await expect.poll(unwritten, WHOLE).toEqual([]);
  await traffic.settle();
}

/** Lets a fault happen and end, and waits until all is well again. */
async function meet(stage: Stage, fault: Fault): Promise<void> {
  await stage.traffic.showPages();
  const written = countAcknowledged(stage.traffic.ledger);
  await fault.run(stage);
  await untilWhole(stage, written);
}

/** What should not have been during a fault. */
async function findFailures({ site, traffic, uploads }: Stage, fault: Fault): Promise<string[]> {
  const isAllowed = ({ what, outcome, again }: Asked) => {
    const allowed = fault.allowed[what];
    return allowed !== undefined && allowed.first.test(outcome) && allowed.again.test(again ?? '');
  };
  const pages = traffic.asked.filter((each) => each.fault === fault.name && each.what !== 'write');
  const failed = pages.filter((each) => each.outcome !== '200' && !isAllowed(each));
  const writes = traffic.asked.filter((each) => each.fault === fault.name && each.what === 'write');
  return [
    ...failed.map(({ what, asked, outcome, again }) => `${what} ${asked}: ${outcome}, then ${again}`),
    // A form that could not be sent says so; it does not break.
    ...writes.filter(({ outcome, asked }) => outcome === '500' && !fault.broken?.test(asked)).map(({ asked }) => `write ${asked}: 500`),
    ...traffic.refused.splice(0),
    ...site.surprises.splice(0),
    ...site.takeErrors().filter((line) => ![LATE, ...fault.errors].some((known) => known.test(line))),
    ...(await findDifferences(site.postgres.query, traffic.ledger, { isSettled: false })),
    ...(await uploads.findDifferences()),
  ];
}

/** One line about a fault, as long as the whole run has it. */
function report({ traffic }: Stage, name: string, startedAt: number): void {
  const asked = traffic.asked.filter(({ fault }) => fault === name);
  const isBad = ({ what, outcome }: Asked) => (what === 'write' ? !/^[23]/.test(outcome) : outcome !== '200');
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const failed = asked.filter(isBad).length;
  const retried = asked.filter(({ again }) => again !== null).length;
  const ended = traffic.exhausted.size > 0 ? `; nothing was left of ${[...traffic.exhausted].join(', ')}` : '';
  const counts = `${String(asked.length).padStart(5)} requests, ${failed} failed, ${retried} retried`;
  writeSync(1, `   ${name.padEnd(62)} ${seconds.padStart(6)} s ${counts}${ended}\n`);
}

/** Players of the traffic: friends in pairs, with kiddocash. */
async function createPlayers(site: OperatedSite, count: number): Promise<Player[]> {
  const { query } = site.postgres;
  const players: Player[] = [];
  for (let nth = 0; nth < count; nth++) {
    const player = await createSignedInPlayer(query);
    const { id, username } = player.known;
    await query(`insert into wallets (player_id, balance) values ($1, $2)`, [id, FIRST_KIDDOCASH]);
    await query(`insert into ledger (id, player_id, amount, balance, source, source_ref) values ($1, $2, $3, $3, 'pack', $4)`, [
      newId(),
      id,
      FIRST_KIDDOCASH,
      `test ${username}`,
    ]);
    const former = players.at(-1);
    if (nth % 2 === 1 && former) await befriend(query, former.known.id, id);
    players.push(player);
  }
  return players;
}

if (missing !== null) reportSkipped('a site on several machines', missing);

test.runIf(missing === null)(
  'what happens to a site on several machines loses nothing, doubles nothing, and ends',
  { timeout: 600_000 },
  async () => {
    const site = await operateSite();
    const { query } = site.postgres;
    const items = await query<Item>('select id, price from items where price > 0 and stock is null and is_listed order by id');
    const games = await query<{ id: string; picture: string; url: string }>(
      `select id, picture, game_url as url from games where hidden_at is null and not is_premium and game_url like 'games/%' order by id limit 6`,
    );
    const [players, writers] = [await createPlayers(site, 6), await createPlayers(site, 12)];
    const payers: Stage['payers'] = [await createSignedInPlayer(query), await createSignedInPlayer(query)];
    while (payers.length < PAYERS) payers.push(await createSignedInPlayer(query));
    const traffic = new Traffic(site, {
      players,
      payers,
      items,
      gameIds: games.map(({ id }) => id),
      files: { pictures: games.map(({ picture }) => `/media/${picture}`), games: games.map(({ url }) => `/${url}`) },
    });
    onTestFinished(() => traffic.abort());
    const uploads = new Uploads(site);
    const stage: Stage = { site, traffic, uploads, payers, writers };
    await traffic.start();
    const quiet: Fault = { name: 'nothing', allowed: {}, errors: [], run: async () => {} };
    const faults = FAULTS.map((fault) => {
      if (fault.name.startsWith('the disk below the files')) return { ...fault, missing: site.disks.files.missing };
      if (fault.name.startsWith('the disk below the database')) return { ...fault, missing: site.disks.database.missing };
      return fault.name.startsWith('the clock') ? { ...fault, missing: site.clock.missing } : fault;
    });
    const failures: Record<string, string[]> = {};
    for (const fault of [quiet, ...faults]) {
      if (fault.missing) {
        reportSkipped(fault.name, fault.missing);
        continue;
      }
      const startedAt = performance.now();
      traffic.fault = fault.name;
      // The next one is tried all the same: one run says all that is wrong.
      const found: string[] = await meet(stage, fault).then(
        () => [],
        (error: Error) => [error.stack ?? error.message],
      );
      report(stage, fault.name, startedAt);
      found.push(...(await findFailures(stage, fault)));
      if (found.length > 0) failures[fault.name] = found;
    }
    expect(failures).toEqual({});
    traffic.fault = 'the end';
    await traffic.stop();
    await expect.poll(() => findDifferences(query, traffic.ledger, { isSettled: true }), { timeout: 90_000 }).toEqual([]);
  },
);
