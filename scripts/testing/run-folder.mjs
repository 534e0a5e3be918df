// One folder for everything that a test run leaves lying about: databases, data folders of sites, profiles of browsers.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** A run needs less than this much room; in memory it takes the place of what the tests themselves need. */
const ROOM_BYTES = 6 * 2 ** 30;

/**
 * Makes the folder, in memory where that has room, and sets TMPDIR to it for what is started from here. A watchdog removes it, and ends
 * every process that still uses it, when `close` is called or this process is gone, however it ended.
 * @returns its path, and `close`, which waits until everything is gone
 */
export function openRunFolder() {
  const folder = fs.mkdtempSync(path.join(memoryFolder() ?? os.tmpdir(), 'kiddo-test-'));
  // A database that root starts runs as somebody else, who has to pass.
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

/** A file system in memory with enough room, from which programs may be run; undefined where there is none. */
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
