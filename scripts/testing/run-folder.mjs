// One folder for all temporary files of a test run: databases, data folders of sites, browser profiles.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A run needs less space than this. In memory, it competes with the tests themselves. */
const ROOM_BYTES = 6 * 2 ** 30;

/**
 * Creates the folder, in memory if there is enough space, and sets TMPDIR to it for child processes. A watchdog removes it, and ends every
 * process that still uses it, when `close` is called or this process has ended, for whatever reason.
 * @returns its path, and `close`, which waits until everything is removed
 */
export function openRunFolder() {
  const folder = fs.mkdtempSync(path.join(memoryFolder() ?? os.tmpdir(), 'kiddo-test-'));
  // A database that root starts runs as another user, who needs access.
  fs.chmodSync(folder, 0o755);
  const watchdog = spawn(process.execPath, [fileURLToPath(new URL('watchdog.mjs', import.meta.url)), folder], {
    stdio: ['pipe', 'inherit', 'inherit'],
    detached: true,
  });
  process.env.TMPDIR = folder;
  return {
    folder,
    close: () =>
      new Promise((resolve) => {
        watchdog.once('close', resolve);
        watchdog.stdin.end();
      }),
  };
}

/** An in-memory file system with enough space that allows running programs; undefined when there is none. */
function memoryFolder() {
  const folder = '/dev/shm';
  if (process.platform !== 'linux' || !fs.existsSync(folder)) return undefined;
  const mounted = fs
    .readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, at]) => at === folder);
  if (mounted?.[2] !== 'tmpfs' || (mounted[3] ?? '').split(',').includes('noexec')) return undefined;
  const { bavail, bsize } = fs.statfsSync(folder);
  if (bavail * bsize < ROOM_BYTES || os.freemem() < ROOM_BYTES) return undefined;
  try {
    fs.accessSync(folder, fs.constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}
