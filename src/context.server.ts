import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.server.ts';
import { getRole, ownsTables, type AppRole } from './infra/database/app-role.ts';
import { openDatabase, type Database, type QueryPrepared, type StatementObserver } from './infra/database/database.ts';
import { attachEmbeddedDatabase, joinEmbeddedDatabase, startEmbeddedDatabase } from './infra/database/embedded.ts';
import type { MigrationRun } from './infra/database/migrate.ts';
import { assertNamedStatements, storeRoleSettings } from './infra/database/pooler.ts';
import { openReplica, type PublicReads, type Replica } from './infra/database/replica.ts';
import { prepareDatabase } from './infra/database/prepare.ts';
import { ensureFolder, ensureSecretFile } from './infra/files/ensure.ts';
import { createDiskFileStore } from './infra/files/disk.ts';
import type { FileStore } from './infra/files/file-store.ts';
import { createS3FileStore } from './infra/files/s3.ts';
import type { OpenGameBrowser } from './infra/browser/game-browser.ts';
import { createPictureProcessor, type PictureProcessor } from './infra/pictures/picture-processor.ts';
import { createGameBrowserOpener } from './infra/browser/open.ts';
import { memoryBus } from './infra/bus/memory.ts';
import { redisBus } from './infra/bus/redis.ts';
import { createSmtpMailer } from './infra/mail/smtp.ts';
import { createPaystack } from './infra/payments/paystack.ts';
import { createClusterLimits } from './infra/request-limits/cluster.ts';
import { createMemoryLimits } from './infra/request-limits/memory.ts';
import { createRedisLimits } from './infra/request-limits/redis.ts';
import { CLEARING_MESSAGES, type Bus } from './infra/bus/bus.ts';
import { type BusChannel, clusterBus } from './infra/bus/cluster.ts';
import { createDataLoader, type DataLoader } from './infra/data-loader.ts';
import { createMemoryCache, type Cached } from './infra/memory-cache.ts';
import { createDownload, type Download } from './infra/public-download.ts';
import { createRateLimiter, type RateLimiter } from './infra/rate-limiter.ts';
import type { RequestLimits } from './infra/request-limits/request-limits.ts';
import { createSecurityLog, logExceededLimit, type SecurityLog } from './infra/security-log.ts';
import { createClosedJobQueue, createJobQueue, type JobQueue } from './infra/jobs/queue.ts';
import type { Mailer } from './infra/mail/mailer.ts';
import { type Outbox, createOutbox } from './infra/mail/outbox.ts';
import type { PaymentProvider } from './infra/payments/payments.ts';
import { type SandboxProvider, createSandboxProvider, type SandboxOptions } from './infra/payments/sandbox.ts';
import { createPasswordHasher, type PasswordHasher } from './infra/auth/password-hasher.ts';
import { createAuth, type Auth, type AuthSettings } from './infra/auth/auth.ts';
import { createStatementObserver } from './infra/metrics/statements.ts';
import type { Metrics } from './infra/metrics/metrics.ts';
import { createLogger } from './infra/logger.ts';
import { getMustSee } from './infra/tracing/work-scope.ts';
import { StartError } from './infra/start-error.ts';
import { newId } from './shared/ids.ts';
import { isLoopback } from './shared/loopback.ts';

/** Everything the application owns. It is built once and passed on; no module imports it. */
export type AppContext = {
  config: Config;
  db: Database;
  queryPrepared: QueryPrepared;
  /**
   * For what everybody may see and nobody's safety or money depends on: reads from the replica if there is one and this request sees there
   * what it has to see, else from the primary. Ask anew in each service function, before its first read.
   */
  publicReads(): PublicReads;
  /** The replica of DATABASE_READ_URL; null: there is none. */
  replica: Replica | null;
  files: FileStore;
  pictures: PictureProcessor;
  /** Opens a browser that looks at games; null where none is installed. */
  openGameBrowser: OpenGameBrowser;
  /** Fetches a file of the public internet, and nothing else. */
  download: Download;
  cached: Cached;
  dataLoader: DataLoader;
  /** Publishes events to all processes. */
  bus: Bus;
  /** Counters against guessing and flooding, shared by all instances. */
  rateLimiter: RateLimiter;
  /** Counters of requests that are too frequent for a statement each. */
  requestLimits: RequestLimits;
  /** Jobs that a worker runs soon. */
  jobs: JobQueue;
  mailer: Mailer;
  /** Demo mode's readable emails; null when emails are really sent. */
  outbox: Outbox | null;
  payments: PaymentProvider;
  /** Demo mode's payment provider, where payments are made by hand; null when money is real. */
  sandboxProvider: SandboxProvider | null;
  passwordHasher: PasswordHasher;
  auth: Auth;
  /** The session cookie. */
  cookie: { name: string; secure: boolean };
  /** Signs content tickets. */
  secret: string;
  log: Logger;
  /** Counts what this process does; null: nobody reads it. */
  metrics: Metrics | null;
  /** Writes a line about an event of security: who tried what, by ids alone. */
  logSecurity: SecurityLog;
  now(): Date;
  newId(): string;
  /** The URL of the database, for code that needs its own connection. */
  databaseUrl: string;
  /** The same past a pooler: for a connection that has to be one session, with locks of its own. */
  directDatabaseUrl: string;
  /** Opens a pool of connections of its own to the same database. */
  openDatabase(
    options: { max: number; timeout: number; closesSilent?: boolean },
    onError: (error: Error) => void,
    onStatement?: StatementObserver,
  ): ReturnType<typeof openDatabase>;
  /** Whether the role of `db` owns the tables: then it could change the audit log. */
  ownsTables: boolean;
  close(): Promise<void>;
};

export type AppContextOptions = {
  /** Folder of the SQL migrations; null when the database is known to be up to date. */
  migrations: string | null;
  /** Called for steps that take long. */
  onProgress?(step: string): void;
  /** Also works while Kiddo runs on the same data folder (command line tools). */
  attachToRunning?: boolean;
  /** Connects as the owner of the tables, without the job queue (command line tools). */
  asOwner?: boolean;
  /** In a process under a supervisor: its way to the others, and the embedded database that the supervisor runs, if it does. */
  busChannel?: BusChannel | undefined;
  embeddedUrl?: string | null | undefined;
  /** For tests: another clock, another log, another browser for games. */
  now?(): Date;
  log?: Logger;
  metrics?: Metrics | null;
  openGameBrowser?: OpenGameBrowser | undefined;
};

const UP_TO_DATE: MigrationRun = { applied: [], newer: [] };

/**
 * Opens files and database (starts the embedded one if no other is configured) and runs the migrations.
 * @throws StartError with one clear sentence if that is not possible
 */
export async function createAppContext(config: Config, options: AppContextOptions): Promise<AppContext> {
  const onProgress = options.onProgress ?? (() => {});
  const log = options.log ?? createLogger(config.logLevel, undefined, config.processName);
  const database = await startDatabase(config, onProgress, options);
  try {
    const { applied, newer } =
      options.migrations === null ? UP_TO_DATE : await prepareDatabase(database.ownerUrl, options.migrations, database.app, onProgress);
    if (newer.length > 0)
      onProgress(
        `The database is newer than this Kiddo by ${newer.length} ${newer.length === 1 ? 'migration' : 'migrations'}; it may use it`,
      );
    const asOwner = options.asOwner === true;
    const [databaseUrl, directDatabaseUrl] = asOwner
      ? [database.ownerUrl, database.ownerUrl]
      : [database.url, database.directUrl ?? database.url];
    const isPooled = !asOwner && database.directUrl !== null;
    const { areStatementsNamed } = config.database;
    if (isPooled) {
      // Before the pooler opens its first session.
      await storeRoleSettings(directDatabaseUrl, config.database.timeout);
      if (areStatementsNamed) await assertNamedStatements(databaseUrl);
    }
    const isOwner = await ownsTables(databaseUrl);
    if (applied.length > 0) onProgress(`Database brought up to date (${applied.length} ${applied.length === 1 ? 'step' : 'steps'})`);
    let closing = false;
    const metrics = options.metrics ?? null;
    const open: AppContext['openDatabase'] = (pool, onError, onStatement) =>
      openDatabase(databaseUrl, { ...pool, isPooled, areStatementsNamed }, onError, onStatement);
    const observeStatement = createStatementObserver(config.slow.statementMs, log, metrics);
    const { db, queryPrepared, poolState, close } = open(
      { max: config.database.pool, timeout: config.database.timeout },
      (error) => {
        if (!closing) log.warn({ err: error }, 'lost a database connection');
      },
      observeStatement,
    );
    metrics?.addSources({ connections: poolState });
    const primaryReads: PublicReads = { queryPrepared, dataLoader: createDataLoader() };
    const replica = asOwner ? null : configureReplica(config, primaryReads, open, { log, metrics, observeStatement });
    const now = options.now ?? (() => new Date());
    const logSecurity = createSecurityLog(log, now);
    const secret = config.secret ?? (await ensureSecret(config.dataDir));
    const bus = openBus(config, options.busChannel, log);
    const requestLimits = configureRequestLimits(config, secret, log);
    // Before the caches: what they are filled with from now on has to have the change.
    bus.subscribe(({ kind }) => CLEARING_MESSAGES.includes(kind) && replica?.noteChange());
    const cache = createMemoryCache(() => now().getTime(), metrics ? (isHit) => metrics.countCacheLookup('memory', isHit) : undefined);
    // When one process hides a game, or an operator switches something off, the others must not go on with what their caches say.
    bus.subscribe(({ kind }) => CLEARING_MESSAGES.includes(kind) && cache.clear());
    const jobs = asOwner ? createClosedJobQueue() : createJobQueue(db, log);
    const { mailer, outbox } = configureMail(config, now);
    const { payments, sandboxProvider } = configurePayments(config, secret, now, log);
    const passwordHasher = createPasswordHasher();
    const cookie = sessionCookie(config);
    return {
      config,
      bus,
      rateLimiter: createRateLimiter(db, now, (limit, key) => logExceededLimit(logSecurity, limit, key)),
      requestLimits,
      jobs,
      mailer,
      outbox,
      payments,
      sandboxProvider,
      passwordHasher,
      auth: configureAuth(config, { db, passwords: passwordHasher, cookie, log, newId: () => newId(now()) }, secret),
      cookie,
      db,
      queryPrepared,
      publicReads() {
        const position = getMustSee();
        return (position === null ? null : replica?.readsFor(position)) ?? primaryReads;
      },
      replica,
      files: config.files.kind === 's3' ? createS3FileStore(config.files.bucket, log) : createDiskFileStore(config.files.folder),
      pictures: createPictureProcessor(),
      download: createDownload(),
      openGameBrowser: options.openGameBrowser ?? configureGameBrowser(config, log),
      cached: cache.cached,
      dataLoader: primaryReads.dataLoader,
      secret,
      log,
      metrics,
      logSecurity,
      now,
      newId: () => newId(now()),
      databaseUrl,
      directDatabaseUrl,
      openDatabase: open,
      ownsTables: isOwner,
      async close() {
        // Closed a second time, a statement hangs: stopping the database ends it.
        if (closing) return database.stop();
        closing = true;
        await replica?.close();
        await closeAdapters({ mailer, sandboxProvider, passwordHasher, bus, requestLimits, jobs });
        await close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** `app`: the role in `url`, if it is another than the owner of the tables. `directUrl`: past a pooler, if `url` goes through one. */
type StartedDatabase = { url: string; directUrl: string | null; ownerUrl: string; app: AppRole | null; stop(): Promise<void> };

async function startDatabase(
  { database }: Config,
  onProgress: (step: string) => void,
  { attachToRunning, embeddedUrl }: Pick<AppContextOptions, 'attachToRunning' | 'embeddedUrl'>,
): Promise<StartedDatabase> {
  if (database.kind === 'server') {
    const { url, directUrl, ownerUrl } = database;
    return {
      url,
      directUrl,
      ownerUrl: ownerUrl ?? directUrl ?? url,
      app: ownerUrl === null ? null : { role: getRole(url) },
      stop: async () => {},
    };
  }
  const {
    url: ownerUrl,
    app,
    stop,
  } = embeddedUrl
    ? joinEmbeddedDatabase(embeddedUrl)
    : await (attachToRunning ? attachEmbeddedDatabase : startEmbeddedDatabase)(database.folder, onProgress);
  return { url: app.url, directUrl: null, ownerUrl, app, stop };
}

type ReplicaParts = { log: Logger; metrics: Metrics | null; observeStatement: StatementObserver | undefined };

function configureReplica(
  { database }: Config,
  primary: PublicReads,
  open: AppContext['openDatabase'],
  { log, metrics, observeStatement }: ReplicaParts,
): Replica | null {
  if (database.replica === null) return null;
  const { url, maxLag } = database.replica;
  const checks = open({ max: 1, timeout: 2, closesSilent: true }, () => {});
  const options = { max: database.pool, timeout: database.timeout, areStatementsNamed: database.areStatementsNamed, maxLag };
  const main = { queryPrepared: primary.queryPrepared, check: checks.queryPrepared };
  const replica = openReplica(url, options, main, log, metrics?.countReplicaRead, observeStatement);
  metrics?.addSources({ replica: replica.state });
  return {
    ...replica,
    async close() {
      await replica.close();
      await checks.close();
    },
  };
}

type Adapters = Pick<AppContext, 'mailer' | 'sandboxProvider' | 'passwordHasher' | 'bus' | 'requestLimits' | 'jobs'>;

/** Closes everything but the database, which the others may still need. */
async function closeAdapters({ mailer, sandboxProvider, passwordHasher, bus, requestLimits, jobs }: Adapters): Promise<void> {
  mailer.close();
  sandboxProvider?.close();
  await passwordHasher.close();
  await bus.close();
  await requestLimits.close();
  await jobs.close();
}

/**
 * With https, the prefix `__Host-` ensures that only this very host can set the cookie. Except on loopback, the cookie is never sent
 * unencrypted.
 */
function sessionCookie(config: Config): { name: string; secure: boolean } {
  const url = new URL(config.origin);
  return url.protocol === 'https:'
    ? { name: '__Host-kiddo_session', secure: true }
    : { name: 'kiddo_session', secure: !isLoopback(url.hostname) };
}

function configureAuth(config: Config, parts: Pick<AuthSettings, 'db' | 'passwords' | 'cookie' | 'log' | 'newId'>, secret: string): Auth {
  return createAuth({
    ...parts,
    origin: config.origin,
    // A separate key: a signature made for one purpose must not be valid for another.
    secret: createHmac('sha256', secret).update('accounts').digest('hex'),
    demo: config.mode === 'demo',
    issuer: config.issuer,
  });
}

/** Command line tools have no supervisor, and what they publish stays with them. */
function openBus({ bus }: Config, channel: BusChannel | undefined, log: Logger): Bus {
  if (bus.kind === 'redis') return redisBus(bus.url, log);
  return bus.kind === 'cluster' && channel ? clusterBus(channel, log) : memoryBus(log);
}

function configureRequestLimits({ limits }: Config, secret: string, log: Logger): RequestLimits {
  if (limits.kind === 'redis') return createRedisLimits(limits.url, secret, log);
  return limits.kind === 'cluster' ? createClusterLimits(log) : createMemoryLimits();
}

/** A demo's games are on this machine, at our own port. */
function configureGameBrowser(config: Config, log: Logger): OpenGameBrowser {
  const { mode, chromiumPath, programFolders, origin, gamesOrigin, gamesPort } = config;
  return createGameBrowserOpener({
    chromiumPath,
    programFolders,
    siteOrigin: origin,
    gamesOrigin,
    gamesUrl: mode === 'production' ? gamesOrigin : getOwnUrl(config, gamesPort),
    log,
  });
}

function configureMail({ mail }: Config, now: () => Date): { mailer: Mailer; outbox: Outbox | null } {
  if (mail.kind === 'smtp') return { mailer: createSmtpMailer(mail.url, mail.from, mail), outbox: null };
  const outbox = createOutbox(mail.folder, mail.from, now);
  return { mailer: outbox, outbox };
}

function configurePayments(
  config: Config,
  secret: string,
  now: () => Date,
  log: Logger,
): { payments: PaymentProvider; sandboxProvider: SandboxProvider | null } {
  if (config.payments.kind === 'paystack') return { payments: configurePaystack(config, config.payments, now), sandboxProvider: null };
  const sandboxProvider = createSandboxProvider(getSandboxOptions(config, config.payments.folder, secret, now, log));
  return { payments: sandboxProvider, sandboxProvider };
}

/** In production only real payments count; elsewhere those of the key's mode. */
function configurePaystack(config: Config, { secretKey, base }: { secretKey: string; base: string }, now: () => Date): PaymentProvider {
  const keyMode = secretKey.startsWith('sk_live_') ? 'live' : 'test';
  return createPaystack({ secretKey, base, acceptedDomain: config.mode === 'production' ? 'live' : keyMode, now });
}

/** The sandbox provider runs in this process and calls the site's webhook as a real provider would, on our own port. */
export function getSandboxOptions(config: Config, folder: string, secret: string, now: () => Date, log: Logger): SandboxOptions {
  return {
    folder,
    origin: config.origin,
    webhook: `${getOwnUrl(config, config.port)}/webhooks/till`,
    secret: createHmac('sha256', secret).update('till').digest('hex'),
    now,
    log,
  };
}

/** The URL of one of our own ports, for this machine. */
export function getOwnUrl({ host }: Config, port: number): string {
  const name = /^(0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

/** Demo mode generates its own secret and stores it in the data folder. */
async function ensureSecret(dataDir: string): Promise<string> {
  await ensureFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The data folder ${dataDir} cannot be made (${error.code}). Name another with DATA_DIR.`);
  });
  return ensureSecretFile(path.join(dataDir, 'secret'), () => randomBytes(32).toString('hex'));
}
