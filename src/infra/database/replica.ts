import type { Logger } from 'pino';
import pg from 'pg';
import { createDataLoader, type DataLoader } from '../data-loader.ts';
import { types, type QueryPrepared, type StatementObserver } from './database.ts';
import { createPositionHistory, type LogPosition } from './log-position.ts';
import { prepareSession } from './pooler.ts';

/** What reads that may come from a replica use. There is nothing here to write with. */
export type PublicReads = { queryPrepared: QueryPrepared; dataLoader: DataLoader };

/** One replica, or several behind one address. */
export type Replica = {
  /** Reads from the replica, and from the primary whenever the replica cannot be used. */
  reads: PublicReads;
  /**
   * Whether a request may read from it now.
   * @param position what the request has to see: the primary's position when its player last changed something
   */
  mayRead(position: LogPosition): boolean;
  /** Something changed that everybody has to see at once: all read from the primary until the replica has replayed it. */
  noteChange(): void;
  /** The primary's position now: whoever reads later has to see what was written until now. */
  readPosition(): Promise<LogPosition>;
  state(): ReplicaState;
  /** Begins to check it. Until the first check is done, all is read from the primary. */
  start(): void;
  close(): Promise<void>;
};

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
/** A read without an answer this long after its timeout was lost by the network. In milliseconds. */
const READ_GRACE_MS = 1_000;
/** After so many checks without an answer it is said in the log, and what it was asked meanwhile is asked of the primary. */
const AWAY_AFTER = 2;

/** Which database server this is, and the replicas made of it with it. */
const SYSTEM = `(select system_identifier::text from pg_control_system()) as system`;
/** Where the primary is. Not only what is on its disk: a commit that does not wait for the disk is seen before. */
const PRIMARY_STATE = {
  name: 'log position',
  text: `select (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text as position, ${SYSTEM}`,
};
const REPLICA_STATE = `select pg_is_in_recovery() as "isStandby", (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text as position, ${SYSTEM}`;

/**
 * Errors that say nothing about the statement: the server took back what the read still needed (a conflict with what it has to replay), has
 * too many connections, or goes away. A statement that took too long is none of them: it would take as long on the primary.
 */
const SERVER_FAULT = /^(?:08|40|53|57P|58)/;

/**
 * Opens connections to a replica, by which reads are taken off the primary.
 *
 * One number decides about every read: `needed`, the position in the primary's log that a connection's server must have replayed. It only
 * grows. It is raised to what players have to see who changed something, to what all have to see at once (`noteChange`), and to where the
 * primary was `maxLag` seconds ago. Each connection knows what its server had replayed when it was last asked, since several servers may be
 * behind one address; a server never goes back, so an old number is only too low. Nothing is asked for a request: it takes what the last
 * check found.
 * @param onRead told of each read: done by the replica, or repeated by the primary
 */
export function openReplica(
  url: string,
  { max, timeout, areStatementsNamed, maxLag }: ReplicaOptions,
  primary: Primary,
  log: Logger,
  onRead?: (result: 'done' | 'repeated') => void,
  onStatement?: StatementObserver,
): Replica {
  const queryTimeout = timeout * 1_000 + READ_GRACE_MS;
  const known = new WeakMap<pg.ClientBase, { position: LogPosition; areNamed: boolean }>();
  const history = createPositionHistory(maxLag * 1_000);
  let needed: LogPosition = 0n;
  let system: string | null = null;
  /** Changes that all have to see at once, and up to which of them `needed` counts. The first is everything before the start. */
  let changes = 1;
  let countedChanges = 0;
  /** The highest position that a server had replayed at the last check; null: none answers. */
  let replayed: LogPosition | null = null;
  let failures = 0;
  /** What the log said last. */
  let said: 'fine' | 'away' | 'behind' | 'no replica' = 'fine';
  /** Ends reads that are under way: the primary repeats them. */
  const underWay = new Set<(error: Error) => void>();

  // The pool waits for the promise before it gives the connection to anybody, which its types do not say.
  const onConnect = (async (client: pg.ClientBase) => {
    const areNamed = await prepareSession(client as pg.Client, { timeout, areStatementsNamed });
    known.set(client, { position: await readReplayed(client, system), areNamed });
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

  /** What is not known to be seen everywhere is read from the primary. */
  const isUsable = () => countedChanges === changes && replayed !== null && replayed >= needed;

  /** @returns a connection whose server has replayed what is needed, or null */
  async function take(): Promise<pg.PoolClient | null> {
    if (!isUsable()) return null;
    const client = await pool.connect().catch(() => null);
    // While it was waited for, something may have changed.
    if (client === null || (isUsable() && (known.get(client)?.position ?? -1n) >= needed)) return client;
    client.release();
    return null;
  }

  async function read<Row>(client: pg.PoolClient, { name, text }: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    const { promise: ended, reject } = Promise.withResolvers<never>();
    underWay.add(reject);
    const startedAt = onStatement && performance.now();
    try {
      const query = { ...(known.get(client)?.areNamed && { name }), text, values, query_timeout: queryTimeout };
      const { rows } = await Promise.race([client.query(query), ended]);
      client.release();
      return rows as Row[];
    } catch (error) {
      client.release(!(error instanceof pg.DatabaseError) || error.code?.startsWith('57P') === true);
      throw error;
    } finally {
      underWay.delete(reject);
      if (onStatement && startedAt !== undefined) onStatement(text, performance.now() - startedAt);
    }
  }

  async function queryPrepared<Row>(statement: { name: string; text: string }, values: unknown[]): Promise<Row[]> {
    const client = await take();
    if (client !== null) {
      try {
        const rows = await read<Row>(client, statement, values);
        onRead?.('done');
        return rows;
      } catch (error) {
        const isOfDatabase = error instanceof pg.DatabaseError;
        if (isOfDatabase && !SERVER_FAULT.test(error.code ?? '')) throw error;
        // A conflict is of this read alone. After anything else the others do not try before the next check.
        if (!isOfDatabase || !error.code?.startsWith('40')) {
          replayed = null;
          hurry();
        }
        onRead?.('repeated');
      }
    }
    return primary.queryPrepared<Row>(statement, values);
  }

  /** Asks the primary where it is, so that it is known what the replica has to have replayed. */
  async function askPrimary(): Promise<void> {
    const counted = changes;
    const state = await readPrimary(primary.check);
    const { position } = state;
    system = state.system;
    history.add(performance.now(), position);
    if (counted > countedChanges) {
      needed = higher(needed, position);
      countedChanges = counted;
    }
  }

  /** Asks the server of the probe, and those of all connections that are not in use, what they have replayed. */
  async function askReplica(): Promise<void> {
    const oldest = history.getRequired(performance.now());
    const ask = async (from: pg.Pool): Promise<LogPosition> => {
      const client = await from.connect();
      try {
        const position = await readReplayed(client, system);
        const before = known.get(client);
        if (before) before.position = position;
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
    if (state === 'fine') log.warn(fields, 'the replica is back: public pages are read from it again');
    else if (state === 'away') log.warn(fields, 'the replica does not answer: all is read from the primary');
    else if (state === 'behind') log.warn(fields, 'the replica is too far behind: all is read from the primary');
    else log.warn(fields, 'the server of DATABASE_READ_URL is no replica: all is read from the primary');
  }

  async function check(): Promise<void> {
    // Where the primary is away it is as good as it was: what cannot be known to be seen stays with the primary.
    await askPrimary().catch(() => {});
    needed = higher(needed, history.getRequired(performance.now()));
    try {
      await askReplica();
      failures = 0;
      say(replayed !== null && replayed >= history.getRequired(performance.now()) ? 'fine' : 'behind');
    } catch (error) {
      replayed = null;
      failures++;
      // A process that was busy itself may have read an answer too late, once.
      if (failures < AWAY_AFTER) return;
      for (const end of underWay) end(new Error('the replica does not answer'));
      say(error instanceof NoReplicaError ? 'no replica' : 'away', error);
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
    reads: { queryPrepared, dataLoader: createDataLoader() },
    mayRead(position) {
      if (!isUsable() || replayed === null || position > replayed) return false;
      needed = higher(needed, position);
      return true;
    },
    noteChange() {
      changes++;
      hurry();
    },
    readPosition: async () => (await readPrimary(primary.queryPrepared)).position,
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

class NoReplicaError extends Error {}

async function readPrimary(queryPrepared: QueryPrepared): Promise<{ position: LogPosition; system: string }> {
  const [row] = await queryPrepared<{ position: string; system: string }>(PRIMARY_STATE, []);
  if (row === undefined) throw new Error('the primary does not say where it is');
  return { position: BigInt(row.position), system: row.system };
}

/**
 * What the server of a connection has replayed of the primary's log.
 * @param system of the primary; null if it is not known yet
 * @throws NoReplicaError
 */
async function readReplayed(client: pg.ClientBase, system: string | null): Promise<LogPosition> {
  const { rows } = await client.query<{ isStandby: boolean; position: string | null; system: string }>(REPLICA_STATE);
  const [row] = rows;
  // One that became a primary has a log of its own from then on.
  if (row?.isStandby !== true || row.position === null) throw new NoReplicaError('the server replays no log');
  if (system !== null && row.system !== system) throw new NoReplicaError('the server is a replica of another primary');
  return BigInt(row.position);
}

function higher(one: LogPosition, other: LogPosition): LogPosition {
  return one > other ? one : other;
}
