import path from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { ConfigError, readConfig } from '../../src/config.server.ts';
import { StartError } from '../../src/infra/start-error.ts';
import { BackupError, formatMegabytes } from './files.ts';
import { makeBackup } from './make-backup.ts';
import { restoreBackup } from './restore-backup.ts';

// npm run backup -- FOLDER and npm run restore -- BACKUP

const usage = `Backups of the data folder, with the database that Kiddo brings (docs/operators-guide.md).

  npm run backup -- FOLDER [--keep N]
      makes a new folder in FOLDER, also while Kiddo runs; with --keep the newest N stay and older ones go
  npm run restore -- BACKUP
      puts one of these folders into the data folder, which must be empty

The same settings apply as for npm start (DATA_DIR, KIDDO_MODE, ...).
`;

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'string' }, help: { type: 'boolean' } } });
  const [command, given] = positionals;
  const keep = values.keep === undefined ? 0 : Number(values.keep);
  const good =
    (command === 'make' || (command === 'restore' && keep === 0)) && positionals.length === 2 && Number.isInteger(keep) && keep >= 0;
  if (values.help || !good || given === undefined) {
    process.stderr.write(usage);
    return values.help ? 0 : 2;
  }
  const config = readConfig();
  if (config.database.kind === 'server')
    throw new BackupError('DATABASE_URL names a database of your own: use pg_dump and pg_restore, as docs/operators-guide.md says.');
  if (config.files.kind === 's3') console.log('Files lie in the bucket and are not in a backup: let the bucket keep old versions.');
  const folder = path.resolve(given);
  if (command === 'make') {
    const made = await makeBackup(config.dataDir, folder, { keep, version: manifest.version });
    console.log(`Backup: ${made.folder} (${made.manifest.files.length} files, ${formatMegabytes(made.manifest.files)})`);
    for (const old of made.removed) console.log(`Removed: ${old}`);
  } else {
    const { manifest: list, players, migration } = await restoreBackup(folder, config.dataDir);
    console.log(`Restored into ${config.dataDir}: as of ${list.madeAt}, ${players} players, database at ${migration}.`);
  }
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  const expected = error instanceof BackupError || error instanceof ConfigError || error instanceof StartError;
  if (!expected && !(error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) throw error;
  console.error((error as Error).message);
  process.exitCode = 1;
}
