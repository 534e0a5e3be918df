import type { Logger } from 'pino';
import pg from 'pg';
import { createDataLoader, type DataLoader } from '../data-loader.ts';
import { types, type QueryPrepared, type StatementObserver } from './database.ts';
import { createPositionHistory, type LogPosition } from './log-position.ts';
import { prepareSession } from './pooler.ts';
import { NoReplicaError, readPrimaryPosition, readPrimaryState, readReplayed } from './replica-state.ts';

/** What reads that may come from a replica use. There is nothing here to write with. */
export type PublicReads = { queryPrepared: QueryPrepared; dataLoader: DataLoader };

/** One replica, or several behind one address. */
export type Replica = {
  /**
   * Reads from the replica for a request, and from the primary whenever the replica cannot be used.
   * @param position what the request has to see: the primary's position when its player last changed something. Others need not see it
   * @returns null: it has to read from the primary now
   */
  readsFor(position: LogPosition): PublicReads | null;
  /** Something changed that everybody has to see at once: all read from the primary until the replica has replayed it. */
  noteChange(): void;
  /**
   * The primary's position now: whoever reads later has to see what was written until now.
   * @throws if the primary does not say it within `WAIT_MS`
   */
  readPosition(): Promise<LogPosition>;
  state(): ReplicaState;
  /** Begins to check it. Until the first check is done, all is read from the primary. */
  start(): void;
  close(): Promise<void>;
};

/** What became of a read: done by the replica; broken off there and repeated by the primary; passed on to it, because no connection was free. */
export type ReplicaRead = 'done' | 'repeated' | 'passed';

/** `lagSeconds`: how far it is behind; null while it does not answer. */
type ReplicaState = { isUsed: boolean; lagSeconds: number | null };

type ReplicaOptions = {
  /** Maximum number of connections; two more look after it. */
  max: number;
  /** How many seconds a statement may take. */
  timeout: number;
  areStatementsNamed: boolean;
  /** It is left out while it is further behind than this, in seconds. */
  maxLag: number;
};

type Primary = {
  queryPrepared: QueryPrepared;
  /** Over a connection of its own: checks must not wait behind pages. */
  check: QueryPrepared;
};

/** How often it is looked at, in milliseconds. */
const CHECK_MS = 500;
/** How often while it cannot be used and may be again in a moment, and how many times. */
const HURRIED_MS = 50;
const HURRIED_CHECKS = 20;
/** For how long anything waits for it: for a connection, and for the answer to a check. In milliseconds. */
const WAIT_MS = 300;
/** For how many seconds at most a read runs on the replica. A connection that gives no answer for `WAIT_MS` longer is closed. */
const READ_SECONDS = 1;
const TOOK_TOO_LONG = '57014';
/** After so many checks without an answer it is said in the log. */
const AWAY_AFTER = 2;

/**
 * Errors that say nothing about the statement: the server took back what the read still needed (a conflict with what it has to replay), has
 * too many connections, or goes away.
 */
const SERVER_FAULT = /^(?:08|40|53|57P|58)/;

const SAYINGS = {
  fine: 'the replica is back: public pages are read from it again',
  away: 'the replica does not answer: all is read from the primary',
  behind: 'the replica is too far behind: all is read from the primary',
  unknown: 'the primary does not say where it is, so nothing is read from the replica',
  'no replica': 'the server of DATABASE_READ_URL is no replica of the primary: all is read from the primary',
  abandoned: 'the primary lost a part of its log: nothing is read from the replica until Kiddo starts again. Make the replica anew first',
};

/**
 * Opens connections to a replica, by which reads are taken off the primary.
 *
 * One number decides about every read: `needed`, the position in the primary's log that a connection's server must have replayed. It only
 * grows. It is raised to what all have to see at once (`noteChange`), and to where the primary was `maxLag` seconds ago. A request of somebody
 * who changed something has a position of its own beside it. Each connection knows what its server had replayed when it was last asked, since
 * several servers may be behind one address; a server never goes back, so an old number is only too low. Nothing is asked for a request: it
 * takes what the last check found.
 * @param onRead told of each read
 */
export function openReplica(
  url: string,
  { max, timeout, areStatementsNamed, maxLag }: ReplicaOptions,
  primary: Primary,
  log: Logger,
  onRead?: (result: ReplicaRead) => void,
  onStatement?: StatementObserver,
): Replica {
  const readSeconds = Math.min(timeout, READ_SECONDS);
  const known = new WeakMap<pg.ClientBase, { position: LogPosition; origin: string | null; areNamed: boolean }>();
  const history = createPositionHistory(maxLag * 1_000);
  let needed: LogPosition = 0n;
  /** Whose log the replica has to replay. */
  let origin: string | null = null;
  /** What was on the disk of the primary at most. */
  let flushed: LogPosition = 0n;
  /** When the primary was asked last that answered, in milliseconds. */
  let primaryAskedAt = -Infinity;
  /** The primary lost a part of its log, which the replica may have: from then on positions say nothing. */
  let isAbandoned = false;
  /** Changes that all have to see at once, and up to which of them `needed` counts. The first is everything before the start. */
  let changes = 1;
  let countedChanges = 0;
  /** The highest position that a server had replayed at the last check; null: none answers. */
  let replayed: LogPosition | null = null;
  let failures = 0;
  /** What the log said last. */
  let said: keyof typeof SAYINGS = 'fine';

  // The pool waits for the promise before it gives the connection to anybody, which its types do not say.
  const onConnect = (async (client: pg.ClientBase) => {
    const areNamed = await prepareSession(client as pg.Client, { timeout: readSeconds, areStatementsNamed });
    const of = origin;
    known.set(client, { position: await readReplayed(client, of), origin: of, areNamed });
  }) as (client: pg.ClientBase) => void;
  const openPool = (size: number) => {
    const pool = new pg.Pool({
      connectionString: url,
      max: size,
      types,
      application_name: 'kiddo reads',
      connectionTimeoutMillis: WAIT_MS,
      query_timeout: WAIT_MS,
      idleTimeoutMillis: 60_000,
      onConnect,
    });
    // A connection that is lost is said by its statement, or by the next check.
    pool.on('connect', (client) => client.on('error', () => {}));
    pool.on('error', () => {});
    return pool;
  };
  const pool = openPool(max);
  // While all connections read, the state of the server would not be known.
  const probe = openPool(1);

  /** Where the primary was `maxLag` ago is known as long as it answered since then. */
  const isPrimaryKnown = () => performance.now() - primaryAskedAt <= maxLag * 1_000;
  /** What is not known to be seen everywhere is read from the primary. */
  const isUsable = () => !isAbandoned && countedChanges === changes && isPrimaryKnown() && replayed !== null && replayed >= needed;

  /** @returns a connection whose server has replayed what is needed, or null: no read waits for one that is in use */
  async function take(position: LogPosition): Promise<pg.PoolClient | null> {
    if (!isUsable() || pool.totalCount - pool.idleCount + pool.waitingCount >= max) return null;
    const client = await pool.connect().catch(() => null);
    if (client === null) return null;
    const server = known.get(client);
    // While it was waited for, something may have changed.
    if (server && isUsable() && server.origin === origin && server.position >= higher(needed, position)) return client;
    client.release();
    return null;
  }

  async function read<Row>(client: pg.PoolClient, { name, text }: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    const startedAt = onStatement && performance.now();
    try {
      const query_timeout = readSeconds * 1_000 + WAIT_MS;
      const { rows } = await client.query({ ...(known.get(client)?.areNamed && { name }), text, values, query_timeout } as pg.QueryConfig);
      client.release();
      return rows as Row[];
    } catch (error) {
      client.release(!(error instanceof pg.DatabaseError) || (error.code?.startsWith('57P') ?? false));
      throw error;
    } finally {
      if (onStatement && startedAt !== undefined) onStatement(text, performance.now() - startedAt);
    }
  }

  async function query<Row>(position: LogPosition, statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    const client = await take(position);
    if (client === null) {
      onRead?.('passed');
      return primary.queryPrepared<Row>(statement, values);
    }
    try {
      const rows = await read<Row>(client, statement, values);
      onRead?.('done');
      return rows;
    } catch (error) {
      const code = error instanceof pg.DatabaseError ? (error.code ?? '') : null;
      // What took as long as it may take on the primary would take as long there.
      const isSlow = code === TOOK_TOO_LONG && timeout > readSeconds;
      if (code !== null && !isSlow && !SERVER_FAULT.test(code)) throw error;
      // A conflict, or a slow statement, is of this read alone. After anything else the others do not try before the next check.
      if (!isSlow && code?.startsWith('40') !== true) {
        replayed = null;
        hurry();
      }
      onRead?.('repeated');
      return primary.queryPrepared<Row>(statement, values);
    }
  }

  /** @param position what they have to show beside what all have to see */
  const createReads = (position: LogPosition): PublicReads => ({
    queryPrepared: (statement, values) => query(position, statement, values),
    // One connection that hangs must not keep the reads of the others.
    dataLoader: createDataLoader(WAIT_MS),
  });
  const shared = createReads(0n);

  /** Asks the primary where it is, so that it is known what the replica has to have replayed. */
  async function askPrimary(): Promise<void> {
    const counted = changes;
    const askedAt = performance.now();
    const replayedBefore = replayed;
    const state = await readPrimaryState(primary.check);
    // It lost what it had: it was restored, or a replica that was behind took its place. No crash does that, and no replica is ever ahead.
    if (state.flushed < higher(flushed, replayedBefore ?? 0n)) isAbandoned = true;
    flushed = higher(flushed, state.flushed);
    if (origin !== state.origin) replayed = null;
    origin = state.origin;
    primaryAskedAt = askedAt;
    history.add(askedAt, state.position);
    if (counted > countedChanges) {
      needed = higher(needed, state.position);
      countedChanges = counted;
    }
  }

  /** Asks the server of the probe, and those of all connections that are not in use, what they have replayed. */
  async function askReplica(): Promise<void> {
    const oldest = history.getRequired(performance.now());
    const ask = async (from: pg.Pool): Promise<LogPosition> => {
      const client = await from.connect();
      try {
        const of = origin;
        const position = await readReplayed(client, of);
        const before = known.get(client);
        if (before) Object.assign(before, { position, origin: of });
        // Behind a balancer the next connection may lead to a server that is not as far behind.
        client.release(position < oldest);
        return position;
      } catch (error) {
        client.release(true);
        throw error;
      }
    };
    const idle = Array.from({ length: pool.idleCount }, () => ask(pool));
    const [first, ...others] = await Promise.allSettled([ask(probe), ...idle]);
    const positions = [first, ...others].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
    if (first.status === 'rejected' && positions.length === 0) throw first.reason;
    replayed = positions.reduce(higher);
  }

  function say(state: typeof said, error?: unknown): void {
    if (state === said) return;
    said = state;
    const fields = { lagSeconds: getState().lagSeconds, ...(error !== undefined && { err: error }) };
    log.warn(fields, SAYINGS[state]);
  }

  /** At most one question at a time: one that hangs is waited for again, not repeated. */
  let asking: Promise<void> | null = null;

  async function check(): Promise<void> {
    asking ??= askPrimary().finally(() => (asking = null));
    // While the primary is away, the replica is as good as it was, for as long as it is known what it has to have.
    await within(WAIT_MS, asking).catch(() => {});
    needed = higher(needed, history.getRequired(performance.now()));
    try {
      await askReplica();
      failures = 0;
      if (isAbandoned) say('abandoned');
      else if (!isPrimaryKnown()) say('unknown');
      else say(replayed !== null && replayed >= history.getRequired(performance.now()) ? 'fine' : 'behind');
    } catch (error) {
      replayed = null;
      failures++;
      // A process that was busy itself may have read an answer too late, once.
      if (failures < AWAY_AFTER) return;
      if (isAbandoned) say('abandoned');
      else say(error instanceof NoReplicaError ? 'no replica' : 'away', error);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let hurriedChecks = 0;
  let isClosed = false;
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(run, ms).unref();
  };
  function run(): void {
    running = check().finally(() => {
      running = null;
      plan(!isUsable() && hurriedChecks-- > 0 ? HURRIED_MS : CHECK_MS);
    });
  }
  /** Checks at once, and often for a moment. */
  function hurry(): void {
    hurriedChecks = HURRIED_CHECKS;
    if (running === null && timer !== undefined) plan(0);
  }

  const getState = (): ReplicaState => ({
    isUsed: isUsable(),
    lagSeconds: replayed === null ? null : history.getLag(performance.now(), replayed) / 1_000,
  });

  return {
    readsFor(position) {
      if (!isUsable() || replayed === null || position > replayed) return null;
      return position <= needed ? shared : createReads(position);
    },
    noteChange() {
      changes++;
      hurry();
    },
    readPosition: () => within(WAIT_MS, readPrimaryPosition(primary.check)),
    state: getState,
    start: () => plan(0),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await running;
      await Promise.all([pool.end(), probe.end()]);
    },
  };
}

function higher(one: LogPosition, other: LogPosition): LogPosition {
  return one > other ? one : other;
}

/** @throws if there is no answer within so many milliseconds */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
