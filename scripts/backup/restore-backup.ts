import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { databaseOwner } from '../../src/infra/database/postgres-programs.ts';
import { BackupError, copyFile, flushFiles, MANIFEST_FILE, manifestSchema, type Manifest } from './files.ts';

/** A restored folder stays here until it is verified. */
const DRAFT_FOLDER = '.restoring';

/**
 * Restores a backup into an empty data folder. Every file is checked against the manifest, the database is started and queried once, and
 * only then is everything moved into place. An interrupted restore leaves no data folder that would start.
 * @param from a folder that makeBackup made
 * @param dataDir the folder that DATA_DIR names; it must be empty or not exist
 * @returns the backup's manifest and what the database contains
 */
export async function restoreBackup(from: string, dataDir: string): Promise<{ manifest: Manifest; players: number; migration: string }> {
  const manifest = await readManifest(from);
  await fs.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = path.join(dataDir, DRAFT_FOLDER);
  // Removes the remains of an interrupted restore.
  await fs.rm(draft, { recursive: true, force: true });
  if ((await fs.readdir(dataDir)).length > 0)
    throw new BackupError(`${dataDir} is not empty. Move what is there out of the way, or name another folder with DATA_DIR.`);
  try {
    for (const name of manifest.folders) await fs.mkdir(resolveInside(draft, name), { recursive: true, mode: 0o700 });
    for (const file of manifest.files) {
      resolveInside(draft, file.name);
      const copied = await copyFile(path.join(from, file.name), draft, file.name);
      if (copied?.sha256 !== file.sha256)
        throw new BackupError(`${file.name} is not as it was when the backup was made. Take another backup.`);
    }
    await flushFiles(draft, manifest.files);
    await chownToDatabaseOwner(path.join(draft, 'postgres'));
    const databaseInfo = await checkDatabase(path.join(draft, 'postgres'));
    // The database last: without it, nothing starts on a partial folder.
    const parts = (await fs.readdir(draft)).toSorted((a, b) => Number(a === 'postgres') - Number(b === 'postgres'));
    for (const part of parts) await fs.rename(path.join(draft, part), path.join(dataDir, part));
    return { manifest, ...databaseInfo };
  } finally {
    await fs.rm(draft, { recursive: true, force: true });
  }
}

async function readManifest(from: string): Promise<Manifest> {
  const text = await fs.readFile(path.join(from, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) throw new BackupError(`${from} is not a whole backup: it has no ${MANIFEST_FILE}.`);
  const parsed = manifestSchema.safeParse(JSON.parse(text));
  if (!parsed.success) throw new BackupError(`${from} is not a backup of ours: its ${MANIFEST_FILE} reads otherwise.`);
  return parsed.data;
}

/** A manifest that was tampered with must not write outside the folder. */
function resolveInside(root: string, name: string): string {
  const at = path.resolve(root, name);
  if (!at.startsWith(`${path.resolve(root)}${path.sep}`))
    throw new BackupError(`The backup's list names ${name}, outside of the data folder.`);
  return at;
}

async function chownToDatabaseOwner(folder: string): Promise<void> {
  const owner = await databaseOwner();
  if (owner === null) return;
  const entries = await fs.readdir(folder, { recursive: true });
  for (const each of ['.', ...entries]) await fs.chown(path.join(folder, each), owner.uid, owner.gid);
}

/** Starts the database on the copy, which replays its log, and counts rows. */
async function checkDatabase(folder: string): Promise<{ players: number; migration: string }> {
  const { url, stop } = await startEmbeddedDatabase(folder, () => {});
  try {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {}); // the statement says it
    await client.connect();
    try {
      const { rows } = await client.query<{ players: number; migration: string }>(
        'select (select count(*)::int from players) as players, (select max(name) from migrations) as migration',
      );
      return rows[0] as { players: number; migration: string };
    } finally {
      await client.end();
    }
  } finally {
    await stop();
  }
}
