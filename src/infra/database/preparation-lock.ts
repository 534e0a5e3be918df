import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { StartError } from '../start-error.ts';
import { LOCK_NUMBERS } from './lock-numbers.ts';
import { assertOwnSession } from './pooler.ts';

const APPLICATION_NAME = 'kiddo start';

/** How long a start waits for another, in milliseconds. */
type PreparationPatience = {
  /** Before it says what it waits for. */
  quiet: number;
  /** Between two looks at who that is. */
  look: number;
  /** Before it gives up: long enough for a migration of large tables. */
  max: number;
};
const PATIENCE: PreparationPatience = { quiet: 5_000, look: 5_000, max: 15 * 60_000 };

/**
 * Does the work while a connection holds the preparation lock: migrations by the connection itself, what a start adds by any other.
 * @param url the database itself, not a pooler, as any role
 * @param onProgress called when another process has the lock for some seconds
 * @throws StartError if the database does not answer, another process does not come to an end, or the lock is lost: that at once, since
 * another process may begin
 */
export async function withPreparationLock<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  onProgress: (step: string) => void = () => {},
  patience = PATIENCE,
): Promise<T> {
  const client = new pg.Client({
    connectionString: url,
    // Whoever waits for this process says its name. PostgreSQL cuts it after 63 bytes.
    application_name: `${APPLICATION_NAME} ${process.pid} on ${os.hostname()}`,
    connectionTimeoutMillis: 10_000,
    // It may be silent for a long time, and a firewall on the way must not end it.
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
  });
  let isDone = false;
  const lost = new Promise<never>((_, reject) => {
    const fail = (error?: Error) =>
      isDone ||
      reject(new StartError(`The database went away while it was prepared (${error?.message ?? 'the connection ended'}). Start again.`));
    client.on('error', fail);
    client.on('end', () => fail());
  });
  // Whoever waits for it hears of it below; before that, connecting fails by itself.
  lost.catch(() => {});
  await client.connect().catch((error: Error) => {
    throw new StartError(
      `The database does not answer (${error.message || (error as NodeJS.ErrnoException).code}). Check DATABASE_URL and that it runs.`,
    );
  });
  try {
    await assertOwnSession(client);
    // The role may have timeouts for the statements of pages.
    await client.query('set statement_timeout = 0; set lock_timeout = 0');
    await Promise.race([takeLock(client, url, onProgress, patience), lost]);
    return await Promise.race([work(client), lost]);
  } finally {
    isDone = true;
    await client.end();
  }
}

/**
 * Waits in the database's own queue, in which whoever asked first comes first; beside it while indexes are built.
 * @throws StartError if another process has it for too long
 */
async function takeLock(
  client: pg.Client,
  url: string,
  onProgress: (step: string) => void,
  { quiet, look, max }: PreparationPatience,
): Promise<void> {
  const since = performance.now();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const queue = (): Promise<'ours' | 'aside'> => {
    const asked = client.query('select pg_advisory_lock($1)', [LOCK_NUMBERS.preparation]).then(
      () => 'ours' as const,
      (error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === QUERY_CANCELED) return 'aside' as const;
        throw error;
      },
    );
    asked.catch(() => {}); // Whoever waits for it next hears of it.
    return asked;
  };
  let queued = (await isBuilding(client)) ? null : queue();
  let said = '';
  for (let pause = quiet; ; pause = look) {
    const state = await Promise.race([...(queued ? [queued] : []), delay(pause, 'waiting' as const, { ref: false })]);
    if (state === 'ours') return;
    if (state === 'aside') queued = null;
    const other = await lookAround(url, queued ? (rows[0]?.pid ?? null) : null);
    if (!queued && !other.isBuilding) queued = queue();
    const { holder } = other;
    if (holder !== null && holder !== said) onProgress(`Another process prepares the database, and this one waits for it: ${holder}`);
    if (performance.now() - since >= max)
      throw new StartError(
        `Another process has been preparing the database for too long: ${holder ?? 'it ended just now'}. If it hangs, end it; then start again.`,
      );
    said = holder ?? said;
  }
}

const QUERY_CANCELED = '57014';
/** Of the locks of this database, the one with this number. */
const LOCK_ROW = `l.locktype = 'advisory' and l.classid = 0 and l.objid = $1 and l.objsubid = 1
  and l.database = (select oid from pg_database where datname = current_database())`;

/** Whether somebody does what waits for all older snapshots. */
async function isBuilding(client: pg.Client): Promise<boolean> {
  return ((await client.query(`select from pg_locks l where ${LOCK_ROW} and l.granted`, [LOCK_NUMBERS.build])).rowCount ?? 0) > 0;
}

/** How many processes wait in the queue for the preparation lock. */
export async function countWaiting(client: pg.Client): Promise<number> {
  return (await client.query(`select from pg_locks l where ${LOCK_ROW} and not l.granted`, [LOCK_NUMBERS.preparation])).rowCount ?? 0;
}

/**
 * Looks who has the lock, over a connection of its own: the other one waits.
 * @param waiting the process of the database that waits in our name; it is taken out of the queue while indexes are built. null: none does
 */
async function lookAround(url: string, waiting: number | null): Promise<{ holder: string | null; isBuilding: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo start looks', connectionTimeoutMillis: 10_000 });
  client.on('error', () => {}); // The statement fails, and says it.
  try {
    await client.connect();
    const isBusy = await isBuilding(client);
    if (isBusy && waiting !== null) await client.query('select pg_cancel_backend($1)', [waiting]);
    return { holder: await findHolder(client), isBuilding: isBusy };
  } finally {
    await client.end();
  }
}

/** Who has the lock, as far as this role may know; null if nobody has it any more. */
async function findHolder(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ name: string; since: Date | null }>(
    `select a.application_name as name, a.backend_start as since from pg_locks l join pg_stat_activity a using (pid)
    where ${LOCK_ROW} and l.granted`,
    [LOCK_NUMBERS.preparation],
  );
  const holder = rows[0];
  if (!holder) return null;
  const name = holder.name || 'it has no name';
  // Another role is told the name alone.
  return holder.since === null ? name : `${name}, since ${holder.since.toISOString()}`;
}
