import fs from 'node:fs/promises';
import path from 'node:path';
import { createBaseBackup } from '../../src/infra/database/base-backup.ts';
import { LAST_BACKUP_FILE, noteBackup } from '../../src/infra/database/last-backup.ts';
import { attachEmbeddedDatabase } from '../../src/infra/database/embedded.ts';
import { BackupError, copyFile, listFiles, flushFiles, MANIFEST_FILE, type CopiedFile, type Manifest } from './files.ts';

const BACKUP_NAME = /^kiddo-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Makes a backup of a data folder, even while Kiddo runs on it. The backup is a complete data folder plus a manifest of its files. Its name
 * ends with `.part` until it is complete.
 * @param dataDir the folder that DATA_DIR names
 * @param backupsFolder the folder for backups, outside of the data folder
 * @param keep how many backups to keep; older ones are deleted. 0 keeps all
 * @returns the new backup's folder and manifest, and the old backups that were deleted
 */
export async function makeBackup(
  dataDir: string,
  backupsFolder: string,
  { keep = 0, version, now = new Date() }: { keep?: number; version: string; now?: Date },
): Promise<{ folder: string; manifest: Manifest; removed: string[] }> {
  const database = path.join(dataDir, 'postgres');
  const hasDatabase = await fs.access(path.join(database, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (!hasDatabase) throw new BackupError(`There is no database in ${dataDir}. Name the data folder with DATA_DIR.`);
  if (!path.relative(dataDir, backupsFolder).startsWith('..'))
    throw new BackupError(`${backupsFolder} lies in the data folder itself. Name a folder outside of it, best on another disk.`);
  await fs.mkdir(backupsFolder, { recursive: true, mode: 0o700 });
  const folder = path.join(backupsFolder, `kiddo-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  const partial = `${folder}.part`;
  await fs.mkdir(partial, { mode: 0o700 });
  try {
    const files: CopiedFile[] = [];
    const copy = async (from: string, name: string) => {
      const copied = await copyFile(from, partial, name);
      if (copied !== null) files.push(copied);
      return copied !== null;
    };
    const folders = await copyDatabase(database, partial, copy);
    // After the database: files that it refers to already exist, because a file is written before its row.
    for (const name of (await listFiles(dataDir)).filter(isBackedUp)) await copy(path.join(dataDir, name), name);
    await flushFiles(partial, files);
    const manifest: Manifest = { madeAt: now.toISOString(), kiddo: version, folders, files };
    await fs.writeFile(path.join(partial, MANIFEST_FILE), JSON.stringify(manifest), { mode: 0o600, flush: true });
    await fs.rename(partial, folder);
    await noteBackup(dataDir);
    return { folder, manifest, removed: keep > 0 ? await removeOldBackups(backupsFolder, keep) : [] };
  } catch (error) {
    await fs.rm(partial, { recursive: true, force: true });
    throw error;
  }
}

async function copyDatabase(database: string, partial: string, copy: (from: string, name: string) => Promise<boolean>): Promise<string[]> {
  const { url, stop } = await attachEmbeddedDatabase(database, () => {});
  try {
    const folders = await createBaseBackup(
      url,
      database,
      (from, name) => copy(from, `postgres/${name}`),
      async (name, content) => {
        const temporaryFile = path.join(partial, `${name}.draft`);
        await fs.writeFile(temporaryFile, content, { mode: 0o600 });
        await copy(temporaryFile, `postgres/${name}`);
        await fs.rm(temporaryFile);
      },
    );
    return folders.map((name) => (name === '.' ? 'postgres' : `postgres/${name}`));
  } finally {
    await stop();
  }
}

/** Everything except the database (copied separately), its log, partly written files, and the note of the last backup. */
function isBackedUp(name: string): boolean {
  if (name === LAST_BACKUP_FILE) return false;
  return !/^postgres[./]|^\.restoring\/|\.part$/.test(name) || name === 'postgres.password';
}

async function removeOldBackups(backupsFolder: string, keepCount: number): Promise<string[]> {
  const complete: string[] = [];
  for (const name of (await fs.readdir(backupsFolder)).filter((each) => BACKUP_NAME.test(each)).toSorted())
    if (await fs.stat(path.join(backupsFolder, name, MANIFEST_FILE)).catch(() => null)) complete.push(name);
  const old = complete.slice(0, Math.max(0, complete.length - keepCount));
  for (const name of old) await fs.rm(path.join(backupsFolder, name), { recursive: true });
  return old;
}
