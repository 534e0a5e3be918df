import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import pino, { type Logger } from 'pino';
import type { Config } from './config.server.ts';
import { openDatabase, type Database, type Prepared } from './infra/database/database.ts';
import { joinEmbedded, startEmbedded } from './infra/database/embedded.ts';
import { migrate } from './infra/database/migrate.ts';
import { diskFiles } from './infra/files/disk.ts';
import type { Files } from './infra/files/files.ts';
import { createKept, type Kept } from './infra/kept.ts';
import { newId } from './shared/ids.ts';

/** Everything the application owns, built once and handed on; nobody imports it. */
export type Context = {
  config: Config;
  db: Database;
  prepared: Prepared;
  files: Files;
  kept: Kept;
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
  /** Folder of the SQL migrations. */
  migrations: string;
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
  const log = options.log ?? pino({ level: config.logLevel, base: undefined, redact: ['password', 'secret', '*.password', '*.secret'] });
  const database =
    config.database.kind === 'server'
      ? { url: config.database.url, stop: async () => {} }
      : await (options.beside ? joinEmbedded : startEmbedded)(config.database.folder, say);
  try {
    const ran = await migrate(database.url, options.migrations);
    if (ran.length > 0) say(`Database brought up to date (${ran.length} ${ran.length === 1 ? 'step' : 'steps'})`);
    const { db, prepared, close } = openDatabase(database.url, config.database.pool, (error) => log.warn({ err: error }, 'lost a database connection'));
    const now = options.now ?? (() => new Date());
    return {
      config,
      db,
      prepared,
      files: diskFiles(path.join(config.dataDir, 'files')),
      kept: createKept(() => now().getTime()),
      secret: config.secret ?? (await ownSecret(config.dataDir)),
      log,
      now,
      newId: () => newId(now()),
      databaseUrl: database.url,
      async close() {
        await close();
        await database.stop();
      },
    };
  } catch (error) {
    await database.stop();
    throw error;
  }
}

/** Demo mode makes its own secret and keeps it with the data. */
async function ownSecret(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'secret');
  await fs.mkdir(dataDir, { recursive: true });
  await fs.writeFile(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await fs.readFile(file, 'utf8')).trim();
}
