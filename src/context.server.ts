import { createHmac, randomBytes } from 'node:crypto';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import { isLoopback, type Config } from './config.server.ts';
import { openDatabase, type Database, type Prepared } from './infra/database/database.ts';
import { joinEmbedded, startEmbedded } from './infra/database/embedded.ts';
import { migrate } from './infra/database/migrate.ts';
import { ensureFolder, ensureSecretFile } from './infra/files/ensure.ts';
import { diskFiles } from './infra/files/disk.ts';
import type { Files } from './infra/files/files.ts';
import { s3Files } from './infra/files/s3.ts';
import { createPictures, type Pictures } from './infra/pictures/pictures.ts';
import type { Bus } from './infra/bus/bus.ts';
import { memoryBus } from './infra/bus/memory.ts';
import { redisBus } from './infra/bus/redis.ts';
import { createBatched, type Batched } from './infra/batched.ts';
import { createKept, type Kept } from './infra/kept.ts';
import { createGuard, type Guard } from './infra/guard/guard.ts';
import { createQueue, type Queue } from './infra/jobs/queue.ts';
import type { MailPort } from './infra/mail/mail.ts';
import { createOutbox, type Outbox } from './infra/mail/outbox.ts';
import { createSmtp } from './infra/mail/smtp.ts';
import type { Payments } from './infra/payments/payments.ts';
import { createPaystack } from './infra/payments/paystack.ts';
import { createTill, type Till } from './infra/payments/till.ts';
import { createPasswords, type Passwords } from './infra/sign-in/password.ts';
import { createSignIn, type SignIn } from './infra/sign-in/sign-in.ts';
import { StartError } from './infra/start-error.ts';
import { newId } from './shared/ids.ts';

/** Everything the application owns, built once and handed on; nobody imports it. */
export type Context = {
  config: Config;
  db: Database;
  prepared: Prepared;
  files: Files;
  pictures: Pictures;
  kept: Kept;
  batched: Batched;
  /** Tells all processes what happened. */
  bus: Bus;
  /** Counters against guessing and flooding, shared by all instances. */
  guard: Guard;
  /** Work to be done by a worker soon. */
  jobs: Queue;
  mail: MailPort;
  /** Demo mode's mails, to be read; null where mails really leave. */
  outbox: Outbox | null;
  payments: Payments;
  /** Demo mode's pretend provider, to be paid at by hand; null where money is real. */
  till: Till | null;
  passwords: Passwords;
  signIn: SignIn;
  /** The cookie that holds a session. */
  cookie: { name: string; secure: boolean };
  /** Signs content tickets. */
  secret: string;
  log: Logger;
  now(): Date;
  newId(): string;
  /** Address of the database, for what needs a connection of its own. */
  databaseUrl: string;
  close(): Promise<void>;
};

export type ContextOptions = {
  /** Folder of the SQL migrations; null for a database that is known to be up to date. */
  migrations: string | null;
  /** Told of steps that take long. */
  say?(step: string): void;
  /** Also works beside a running Kiddo on the same data folder (command line tools). */
  beside?: boolean;
  /** For tests: another clock, another log. */
  now?(): Date;
  log?: Logger;
};

/**
 * Opens files and database (starting the embedded one if no other is named) and migrates.
 * @throws StartError with one clear sentence when something is in the way.
 */
export async function buildContext(config: Config, options: ContextOptions): Promise<Context> {
  const say = options.say ?? (() => {});
  const log = options.log ?? makeLog(config.logLevel);
  const database =
    config.database.kind === 'server'
      ? { url: config.database.url, stop: async () => {} }
      : await (options.beside ? joinEmbedded : startEmbedded)(config.database.folder, say);
  try {
    const ran = options.migrations === null ? [] : await migrate(database.url, options.migrations);
    if (ran.length > 0) say(`Database brought up to date (${ran.length} ${ran.length === 1 ? 'step' : 'steps'})`);
    let closing = false;
    const { db, prepared, close } = openDatabase(database.url, config.database.pool, (error) => {
      if (!closing) log.warn({ err: error }, 'lost a database connection');
    });
    const now = options.now ?? (() => new Date());
    const secret = config.secret ?? (await ownSecret(config.dataDir));
    const bus = config.bus.kind === 'redis' ? redisBus(config.bus.url, log) : memoryBus(log);
    const kept = createKept(() => now().getTime());
    // What one process hides must not be shown by another.
    bus.subscribe((message) => (message.kind === 'catalogue' || message.kind === 'gap') && kept.clear());
    const jobs = createQueue(db as never, log);
    const outbox = config.mail.kind === 'outbox' ? createOutbox(config.mail.folder, config.mail.from, now) : null;
    const mail = config.mail.kind === 'smtp' ? createSmtp(config.mail.url, config.mail.from) : (outbox as Outbox);
    const till = config.payments.kind === 'till' ? pretendTill(config, config.payments.folder, secret, now, log) : null;
    const payments = config.payments.kind === 'paystack' ? ownPaystack(config, config.payments, now) : (till as Till);
    const passwords = createPasswords();
    const cookie = sessionCookie(config);
    return {
      config,
      bus,
      guard: createGuard(db, now),
      jobs,
      mail,
      outbox,
      payments,
      till,
      passwords,
      signIn: createSignIn({
        db,
        origin: config.origin,
        // A key of its own: what is signed for one purpose is worth nothing for another.
        secret: createHmac('sha256', secret).update('accounts').digest('hex'),
        cookie,
        demo: config.mode === 'demo',
        issuer: config.issuer,
        passwords,
        newId: () => newId(now()),
        log,
      }),
      cookie,
      db,
      prepared,
      files: config.files.kind === 's3' ? s3Files(config.files.bucket, log) : diskFiles(config.files.folder),
      pictures: createPictures(),
      kept: kept.keep,
      batched: createBatched(),
      secret,
      log,
      now,
      newId: () => newId(now()),
      databaseUrl: database.url,
      async close() {
        // Asked a second time, a statement hangs: the database ends it.
        if (closing) return database.stop();
        closing = true;
        mail.close();
        till?.close();
        await passwords.close();
        await bus.close();
        await jobs.close();
        await close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Over https nobody but this very host can have set a cookie of this name. Off loopback it never travels in the clear. */
function sessionCookie(config: Config): { name: string; secure: boolean } {
  const url = new URL(config.origin);
  return url.protocol === 'https:'
    ? { name: '__Host-kiddo_session', secure: true }
    : { name: 'kiddo_session', secure: !isLoopback(url.hostname) };
}

/** In production only real money counts; elsewhere what the key is for. */
function ownPaystack(config: Config, { secretKey, base }: { secretKey: string; base: string }, now: () => Date): Payments {
  const keyMode = secretKey.startsWith('sk_live_') ? 'live' : 'test';
  return createPaystack({ secretKey, base, counts: config.mode === 'production' ? 'live' : keyMode, now });
}

/** The till stands in this process and tells the site what happened as a provider would, by the port we listen on. */
function pretendTill(config: Config, folder: string, secret: string, now: () => Date, log: Logger): Till {
  const here = /^(0\.0\.0\.0|::)$/.test(config.host) ? 'localhost' : config.host;
  const site = `http://${here.includes(':') ? `[${here}]` : here}:${config.port}`;
  return createTill({
    folder,
    origin: config.origin,
    webhook: `${site}/webhooks/till`,
    secret: createHmac('sha256', secret).update('till').digest('hex'),
    now,
    log,
  });
}

/** Errors are logged by what they say: a database driver's error drags its whole connection along. */
export function makeLog(level: string, write?: { write(line: string): void }): Logger {
  const err = (error: unknown) =>
    error instanceof Error
      ? { type: error.name, message: error.message, code: (error as { code?: unknown }).code, stack: error.stack }
      : { message: String(error) };
  return write ? pino({ level, base: undefined, serializers: { err } }, write) : pino({ level, base: undefined, serializers: { err } });
}

/** Demo mode makes its own secret and keeps it with the data. */
async function ownSecret(dataDir: string): Promise<string> {
  await ensureFolder(dataDir).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The data folder ${dataDir} cannot be made (${error.code}). Name another with DATA_DIR.`);
  });
  return ensureSecretFile(path.join(dataDir, 'secret'), () => randomBytes(32).toString('hex'));
}
