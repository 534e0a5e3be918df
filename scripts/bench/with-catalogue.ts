import fs from 'node:fs/promises';
import path from 'node:path';
import { readConfig } from '../../src/config.server.ts';
import { createAppContext, type AppContext } from '../../src/context.server.ts';
import { startEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { migrate } from '../../src/infra/database/migrate.ts';
import { generateGames } from './generate.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Runs a measurement on a database of its own with `count` generated games.
 * @param folder where the database is; one that is there already is used again
 */
export async function withCatalogue<T>(folder: string, count: number, measure: (ctx: AppContext) => Promise<T>): Promise<T> {
  const log = (text: string) => process.stdout.write(`[${count.toLocaleString('en')}] ${text}\n`);
  await fs.mkdir(folder, { recursive: true });
  const database = await startEmbeddedDatabase(path.join(folder, 'postgres'), log);
  const migrations = path.join(root, 'migrations');
  try {
    await migrate(database.url, migrations);
    const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: path.join(folder, 'data'), DATABASE_POOL: '10', LOG_LEVEL: 'warn' });
    const ctx = await createAppContext(config, { migrations });
    try {
      const { n } = await ctx.db
        .selectFrom('games')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      if (n < count) await generateGames(database.url, count, log);
      return await measure(ctx);
    } finally {
      await ctx.close();
    }
  } finally {
    await database.stop();
  }
}
