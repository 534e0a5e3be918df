import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';

/** Writes one file of the copy. @returns false if the file disappeared before it was read */
export type CopyFile = (from: string, name: string) => Promise<boolean>;

/** Folders of a database whose content is useless to another server: they are copied empty. */
const EMPTY_FOLDERS = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);
const EXCLUDED = /^(postmaster\.(pid|opts)|pg_internal\.init|pgsql_tmp.*|backup_label(\.old)?|tablespace_map(\.old)?)$/;
const CONTROL_FILE = 'global/pg_control';

/**
 * Copies the files of a running database, the way PostgreSQL describes (base backup with the low-level API). The write-ahead log of the
 * changes during the copy is copied after the files, and a server started on the copy replays it first. The copy has the state at the end
 * of copying, and a server fails to start on it if a part of the log is missing.
 * If this process is killed half-way, it leaves nothing behind in the database: slot and backup end with the connection.
 * @param url connects as a superuser
 * @param folder the database's data folder
 * @param copyFile writes one file under a name inside the copy
 * @param writeText writes a small file of the copy
 * @returns the folders of the copy, including empty ones
 */
export async function createBaseBackup(
  url: string,
  folder: string,
  copyFile: CopyFile,
  writeText: (name: string, content: string) => Promise<void>,
): Promise<string[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'kiddo backup' });
  let connectionError: Error | null = null;
  client.on('error', (error) => (connectionError = error));
  await client.connect();
  try {
    // The slot keeps the server from recycling the log while we copy. It is temporary, so it ends with this connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [`kiddo_backup_${randomBytes(6).toString('hex')}`]);
    const start = await queryOne(client, "select pg_walfile_name(pg_backup_start('kiddo', fast => true)) as log");
    const folders = ['.', ...(await copyTree(folder, '', copyFile))];
    await copyFile(path.join(folder, CONTROL_FILE), CONTROL_FILE);
    const end = await queryOne(client, 'select labelfile, pg_walfile_name(lsn) as log from pg_backup_stop(wait_for_archive => false)');
    await writeText('backup_label', end['labelfile'] ?? '');
    const logs = (await fs.readdir(path.join(folder, 'pg_wal'))).filter((name) => /^[0-9A-F]{24}$/.test(name)).toSorted();
    for (const log of logs.filter((name) => name >= (start['log'] ?? '') && name <= (end['log'] ?? '')))
      if (!(await copyFile(path.join(folder, 'pg_wal', log), `pg_wal/${log}`))) throw new Error(`the database's log ${log} went away`);
    if (connectionError) throw connectionError;
    return folders;
  } finally {
    await client.end().catch(() => {});
  }
}

async function copyTree(root: string, at: string, copyFile: CopyFile): Promise<string[]> {
  const folders: string[] = [];
  for (const entry of await fs.readdir(path.join(root, at))) {
    const name = at === '' ? entry : `${at}/${entry}`;
    if (EXCLUDED.test(entry) || name === CONTROL_FILE) continue;
    const stat = await fs.stat(path.join(root, name)).catch(nullIfMissing);
    if (stat?.isDirectory()) folders.push(name, ...(EMPTY_FOLDERS.has(name) ? [] : await copyTree(root, name, copyFile)));
    // A file missing here belongs to a table that was dropped meanwhile: the log contains the drop too.
    else if (stat?.isFile()) await copyFile(path.join(root, name), name);
  }
  return folders;
}

async function queryOne(client: pg.Client, sql: string): Promise<Record<string, string>> {
  return ((await client.query(sql)).rows[0] ?? {}) as Record<string, string>;
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
