import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { createStatementNames } from './statements.ts';

// The figures of one process, as Prometheus reads them. What may be in a label is a short list that our own code makes: never a name, an id
// or an address, and nothing that somebody sends. docs/operators-guide.md lists every figure, and a test compares.

/** Seconds: pages answer within tenths, and an upload or a payment within some. */
const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Seconds: fewer, because there are many statements. */
const STATEMENT_BUCKETS = [0.002, 0.01, 0.05, 0.2, 1, 5];

/** What others know, and are asked for when somebody reads the figures. What nobody gave is not in them. */
type MetricSources = {
  /** Whether this process may get requests. */
  isReady(): Promise<boolean>;
  /** Connections to the database: in use, open and idle, and how many requests wait for one. */
  connections(): { used: number; idle: number; waiting: number; max: number };
  /** The replica: whether it is read from, and how far behind it is in seconds; null: not known. */
  replica(): { isUsed: boolean; lagSeconds: number | null };
  /** Live connections of this process. */
  sockets(): number;
  /** How long a message to the bus and back took, in seconds; null: it is away. */
  pingBus(): Promise<number | null>;
  /** Space of the disk with the data folder, in bytes; null: not known. */
  readDisk(): Promise<{ free: number; size: number } | null>;
  /** When the last backup was complete that this machine knows of, in seconds since 1970; null: not known. It counts where `readSite` knows of none. */
  readLastBackup(): Promise<number | null>;
  /** Whether the database answers; null: it does not. */
  pingDatabase(): Promise<true | null>;
  /** What the database says of the whole site; null: that is not known now. Only where the process works jobs: it is the same for all. */
  readSite(): Promise<SiteFigures | null>;
};

export type SiteFigures = {
  queues: { name: string; waiting: number; oldestSeconds: number }[];
  mails: { waiting: number; oldestSeconds: number };
  /** When the last backup was complete that the database knows of, in seconds since 1970; null: not known. */
  backedUpAt: number | null;
  /** When the last full one of these was complete. */
  fullyBackedUpAt: number | null;
  /** When a piece of the database's log was archived last; null: it is not archived. */
  archivedAt: number | null;
};

export type Metrics = {
  /** Counts a request. @param route its pattern. @param seconds until the response was handed over; null: that says nothing about us */
  countRequest(route: string, method: string, status: string, seconds: number | null): void;
  /** Counts a statement. @param text with placeholders; only its name is kept */
  countStatement(text: string, seconds: number): void;
  countCacheLookup(cache: 'responses' | 'memory', isHit: boolean): void;
  /** Counts a read from the replica. @param result `repeated` or `passed`: the primary did it, see ReplicaRead of the replica */
  countReplicaRead: (this: void, result: 'done' | 'repeated' | 'passed') => void;
  /** Counts a message that the filter refused. @param kind one of the filter's */
  countRefusedMessage(kind: string): void;
  /** Counts a run of a job. @param queue its name: Prometheus has a label 'job' of its own */
  countJobRun(queue: string, result: 'done' | 'failed', seconds: number): void;
  addSources(sources: Partial<MetricSources>): void;
  contentType: string;
  /** All figures as text. */
  read(): Promise<string>;
};

/** @param roles of this process */
export function createMetrics({ version, roles }: { version: string; roles: readonly string[] }): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const sources: Partial<MetricSources> = {};
  collectDefaultMetrics({ register: registry });
  new Gauge({ name: 'kiddo_info', help: 'Which Kiddo this is', labelNames: ['version', 'roles'], registers }).set(
    { version, roles: roles.join(',') },
    1,
  );
  const readSources = createSourceGauges(registry, sources);
  const requests = new Counter({
    name: 'kiddo_http_requests_total',
    help: 'Requests that were answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'kiddo_http_request_seconds',
    help: 'Time from the whole request until its response was handed over',
    labelNames: ['route'],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const statementSeconds = new Histogram({
    name: 'kiddo_statement_seconds',
    help: 'Time of database statements',
    labelNames: ['statement'],
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const lookups = new Counter({
    name: 'kiddo_cache_lookups_total',
    help: 'What was asked of caches in memory',
    labelNames: ['cache', 'result'],
    registers,
  });
  const replicaReads = new Counter({
    name: 'kiddo_replica_reads_total',
    help: 'Reads from the replica of the database',
    labelNames: ['result'],
    registers,
  });
  const refused = new Counter({
    name: 'kiddo_refused_messages_total',
    help: 'Messages that the text filter refused',
    labelNames: ['kind'],
    registers,
  });
  const jobRuns = new Counter({ name: 'kiddo_job_runs_total', help: 'Runs of jobs', labelNames: ['queue', 'result'], registers });
  const jobSeconds = new Counter({ name: 'kiddo_job_seconds_total', help: 'Time in which jobs ran', labelNames: ['queue'], registers });
  const nameOf = createStatementNames();
  return {
    countRequest(route, method, status, seconds) {
      requests.inc({ route, method, status });
      if (seconds !== null) requestSeconds.observe({ route }, seconds);
    },
    countStatement: (text, seconds) => statementSeconds.observe({ statement: nameOf(text) }, seconds),
    countCacheLookup: (cache, isHit) => lookups.inc({ cache, result: isHit ? 'hit' : 'miss' }),
    countReplicaRead: (result) => replicaReads.inc({ result }),
    countRefusedMessage: (kind) => refused.inc({ kind }),
    countJobRun(queue, result, seconds) {
      jobRuns.inc({ queue, result });
      jobSeconds.inc({ queue }, seconds);
    },
    addSources: (given) => void Object.assign(sources, given),
    contentType: registry.contentType,
    async read() {
      await readSources();
      return registry.metrics();
    },
  };
}

/**
 * Figures that are read when somebody asks. @returns what reads them all. One that is not known is left out: an old value would look like a
 * new one.
 */
function createSourceGauges(registry: Registry, sources: Partial<MetricSources>): () => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) => {
    const made = new Gauge({ name, help, labelNames, registers: [registry] });
    return (values: readonly [labels: Record<string, string>, value: number][]) => {
      made.reset();
      made.remove({});
      for (const [labels, value] of values) made.set(labels, value);
    };
  };
  // What cannot be read takes nothing else along: that its figure is missing is what tells of it.
  const ask = async <T>(source: (() => T | Promise<T>) | undefined): Promise<T | undefined> => {
    try {
      return await source?.();
    } catch {
      return undefined;
    }
  };
  const one = (value: number | null | undefined): [Record<string, string>, number][] => (typeof value === 'number' ? [[{}, value]] : []);
  const ready = gauge('kiddo_ready', '1: this process may get requests');
  const connections = gauge('kiddo_database_connections', 'Connections of the pool', ['state']);
  const waiting = gauge('kiddo_database_connections_waiting', 'What waits for a connection of the pool');
  const max = gauge('kiddo_database_connections_max', 'How many connections the pool may have');
  const replicaUsed = gauge('kiddo_replica_used', '1: public pages are read from the replica');
  const replicaLag = gauge('kiddo_replica_lag_seconds', 'How far the replica is behind');
  const sockets = gauge('kiddo_sockets_open', 'Live connections');
  const busUp = gauge('kiddo_bus_up', '1: messages reach the other processes');
  const busPing = gauge('kiddo_bus_ping_seconds', 'How long the bus takes to answer');
  const diskFree = gauge('kiddo_data_folder_free_bytes', 'Free space of the disk with the data folder');
  const diskSize = gauge('kiddo_data_folder_size_bytes', 'Size of the disk with the data folder');
  const backup = gauge('kiddo_last_backup_timestamp_seconds', 'When the last backup was complete');
  const fullBackup = gauge('kiddo_last_full_backup_timestamp_seconds', 'When the last full backup was complete');
  const archived = gauge('kiddo_database_archived_timestamp_seconds', 'When the log of the database was archived last');
  const databaseUp = gauge('kiddo_database_up', '1: the database answers');
  const jobsWaiting = gauge('kiddo_jobs_waiting', 'Jobs that are due', ['queue']);
  const jobsOldest = gauge('kiddo_jobs_oldest_seconds', 'For how long the oldest job has been due', ['queue']);
  const mailsWaiting = gauge('kiddo_mails_waiting', 'Mails that have not been sent');
  const mailsOldest = gauge('kiddo_mails_oldest_seconds', 'For how long the oldest mail has been waiting that should have gone');

  const readers: (() => Promise<void>)[] = [
    async () => {
      const isReady = await ask(sources.isReady);
      ready(one(isReady === undefined ? null : Number(isReady)));
    },
    async () => {
      const pool = await ask(sources.connections);
      connections(
        pool
          ? [
              [{ state: 'used' }, pool.used],
              [{ state: 'idle' }, pool.idle],
            ]
          : [],
      );
      waiting(one(pool?.waiting));
      max(one(pool?.max));
      const replica = await ask(sources.replica);
      replicaUsed(one(replica && Number(replica.isUsed)));
      replicaLag(one(replica?.lagSeconds));
      sockets(one(await ask(sources.sockets)));
    },
    async () => {
      const seconds = await ask(sources.pingBus);
      busUp(one(seconds === undefined ? null : Number(seconds !== null)));
      busPing(one(seconds));
    },
    async () => {
      const disk = await ask(sources.readDisk);
      diskFree(one(disk?.free));
      diskSize(one(disk?.size));
    },
    async () => {
      const answer = await ask(sources.pingDatabase);
      databaseUp(one(answer === undefined ? null : Number(answer === true)));
    },
    async () => {
      const [figures, onMachine] = await Promise.all([ask(sources.readSite), ask(sources.readLastBackup)]);
      // Not the newer one: who copies the files alone by a script that notes a backup would hide that there is none of the database.
      backup(one(figures && (figures.backedUpAt ?? onMachine)));
      fullBackup(one(figures?.fullyBackedUpAt));
      archived(one(figures?.archivedAt));
      jobsWaiting((figures?.queues ?? []).map(({ name, waiting: count }) => [{ queue: name }, count]));
      jobsOldest((figures?.queues ?? []).map(({ name, oldestSeconds }) => [{ queue: name }, oldestSeconds]));
      mailsWaiting(one(figures?.mails?.waiting));
      mailsOldest(one(figures?.mails?.oldestSeconds));
    },
  ];
  return async () => void (await Promise.all(readers.map((read) => read())));
}
