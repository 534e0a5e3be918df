import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import type { Config } from './config.server.ts';
import { getRole, ownsTables, type AppRole } from './infra/database/app-role.ts';
import { openDatabase, type Database, type QueryPrepared } from './infra/database/database.ts';
import { attachEmbeddedDatabase, joinEmbeddedDatabase, startEmbeddedDatabase } from './infra/database/embedded.ts';
import { prepareDatabase } from './infra/database/prepare.ts';
import { ensureFolder, ensureSecretFile } from './infra/files/ensure.ts';
import { createDiskFileStore } from './infra/files/disk.ts';
import type { FileStore } from './infra/files/file-store.ts';
import { createS3FileStore } from './infra/files/s3.ts';
import { createGameBrowserOpener } from './infra/browser/open.ts';
import type { OpenGameBrowser } from './infra/browser/game-browser.ts';
import { createPictureProcessor, type PictureProcessor } from './infra/pictures/picture-processor.ts';
import { CLEARING_MESSAGES, type Bus } from './infra/bus/bus.ts';
import { clusterBus, type BusChannel } from './infra/bus/cluster.ts';
import { memoryBus } from './infra/bus/memory.ts';
import { redisBus } from './infra/bus/redis.ts';
import { createDataLoader, type DataLoader } from './infra/data-loader.ts';
import { createMemoryCache, type Cached } from './infra/memory-cache.ts';
import { createDownload, type Download } from './infra/public-download.ts';
import { createRateLimiter, type RateLimiter } from './infra/rate-limiter.ts';
import { createSecurityLog, logExceededLimit, type SecurityLog } from './infra/security-log.ts';
import { createClosedJobQueue, createJobQueue, type JobQueue } from './infra/jobs/queue.ts';
import type { Mailer } from './infra/mail/mailer.ts';
import { createOutbox, type Outbox } from './infra/mail/outbox.ts';
import { createSmtpMailer } from './infra/mail/smtp.ts';
import type { PaymentProvider } from './infra/payments/payments.ts';
import { createPaystack } from './infra/payments/paystack.ts';
import { createSandboxProvider, type SandboxOptions, type SandboxProvider } from './infra/payments/sandbox.ts';
import { createPasswordHasher, type PasswordHasher } from './infra/auth/password-hasher.ts';
import { createAuth, type Auth, type AuthSettings } from './infra/auth/auth.ts';
import { StartError } from './infra/start-error.ts';
import { newId } from './shared/ids.ts';
import { isLoopback } from './shared/loopback.ts';

/** Everything the application owns. It is built once and passed on; no module imports it. */
export type AppContext = {
  config: Config;
  db: Database;
  queryPrepared: QueryPrepared;
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
  /** Writes a line about an event of security: who tried what, by ids alone. */
  logSecurity: SecurityLog;
  now(): Date;
  newId(): string;
  /** The URL of the database, for code that needs its own connection. */
  databaseUrl: string;
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
  openGameBrowser?: OpenGameBrowser | undefined;
};

/**
 * Opens files and database (starts the embedded one if no other is configured) and runs the migrations.
 * @throws StartError with one clear sentence if that is not possible
 */
export async function createAppContext(config: Config, options: AppContextOptions): Promise<AppContext> {
  const onProgress = options.onProgress ?? (() => {});
  const log = options.log ?? createLogger(config.logLevel);
  const database = await startDatabase(config, onProgress, options);
  try {
    const applied =
      options.migrations === null ? [] : await prepareDatabase(database.ownerUrl, options.migrations, database.app, onProgress);
    const databaseUrl = options.asOwner === true ? database.ownerUrl : database.url;
    const isOwner = await ownsTables(databaseUrl);
    if (applied.length > 0) onProgress(`Database brought up to date (${applied.length} ${applied.length === 1 ? 'step' : 'steps'})`);
    let closing = false;
    const { db, queryPrepared, close } = openDatabase(
      databaseUrl,
      { max: config.database.pool, timeout: config.database.timeout },
      (error) => {
        if (!closing) log.warn({ err: error }, 'lost a database connection');
      },
    );
    const now = options.now ?? (() => new Date());
    const logSecurity = createSecurityLog(log, now);
    const secret = config.secret ?? (await ensureSecret(config.dataDir));
    const bus = openBus(config, options.busChannel, log);
    const cache = createMemoryCache(() => now().getTime());
    // When one process hides a game, or an operator switches something off, the others must not go on with what their caches say.
    bus.subscribe(({ kind }) => CLEARING_MESSAGES.includes(kind) && cache.clear());
    const jobs = options.asOwner === true ? createClosedJobQueue() : createJobQueue(db, log);
    const { mailer, outbox } = configureMail(config, now);
    const { payments, sandboxProvider } = configurePayments(config, secret, now, log);
    const passwordHasher = createPasswordHasher();
    const cookie = sessionCookie(config);
    return {
      config,
      bus,
      rateLimiter: createRateLimiter(db, now, (limit, key) => logExceededLimit(logSecurity, limit, key)),
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
      files: config.files.kind === 's3' ? createS3FileStore(config.files.bucket, log) : createDiskFileStore(config.files.folder),
      pictures: createPictureProcessor(),
      download: createDownload(),
      openGameBrowser: options.openGameBrowser ?? configureGameBrowser(config, log),
      cached: cache.cached,
      dataLoader: createDataLoader(),
      secret,
      log,
      logSecurity,
      now,
      newId: () => newId(now()),
      databaseUrl,
      ownsTables: isOwner,
      async close() {
        // Closed a second time, a statement hangs: stopping the database ends it.
        if (closing) return database.stop();
        closing = true;
        await closeAdapters({ mailer, sandboxProvider, passwordHasher, bus, jobs });
        await close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** `app`: the role in `url`, if it is another than the owner of the tables. */
type StartedDatabase = { url: string; ownerUrl: string; app: AppRole | null; stop(): Promise<void> };

async function startDatabase(
  { database }: Config,
  onProgress: (step: string) => void,
  { attachToRunning, embeddedUrl }: Pick<AppContextOptions, 'attachToRunning' | 'embeddedUrl'>,
): Promise<StartedDatabase> {
  if (database.kind === 'server') {
    const { url, ownerUrl } = database;
    return { url, ownerUrl: ownerUrl ?? url, app: ownerUrl === null ? null : { role: getRole(url) }, stop: async () => {} };
  }
  const {
    url: ownerUrl,
    app,
    stop,
  } = embeddedUrl
    ? joinEmbeddedDatabase(embeddedUrl)
    : await (attachToRunning ? attachEmbeddedDatabase : startEmbeddedDatabase)(database.folder, onProgress);
  return { url: app.url, ownerUrl, app, stop };
}

/** Command line tools have no supervisor, and what they publish stays with them. */
function openBus({ bus }: Config, channel: BusChannel | undefined, log: Logger): Bus {
  if (bus.kind === 'redis') return redisBus(bus.url, log);
  return bus.kind === 'cluster' && channel ? clusterBus(channel, log) : memoryBus(log);
}

type Adapters = Pick<AppContext, 'mailer' | 'sandboxProvider' | 'passwordHasher' | 'bus' | 'jobs'>;

/** Closes everything but the database, which the others may still need. */
async function closeAdapters({ mailer, sandboxProvider, passwordHasher, bus, jobs }: Adapters): Promise<void> {
  mailer.close();
  sandboxProvider?.close();
  await passwordHasher.close();
  await bus.close();
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

/**
 * Logs only an error's own fields: a database driver's error carries its whole connection.
 * @param processName which of several processes of this machine speaks, as the field `process`
 */
export function createLogger(level: string, write?: { write(line: string): void }, processName?: string): Logger {
  const err = (error: unknown) =>
    error instanceof Error
      ? { type: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack }
      : { message: String(error) };
  const options = { level, base: processName === undefined ? undefined : { process: processName }, serializers: { err } };
  return write ? pino(options, write) : pino(options);
}

/** Demo mode generates its own secret and stores it in the data folder. */
async function ensureSecret(dataDir: string): Promise<string> {
  await ensureFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The data folder ${dataDir} cannot be made (${error.code}). Name another with DATA_DIR.`);
  });
  return ensureSecretFile(path.join(dataDir, 'secret'), () => randomBytes(32).toString('hex'));
}
