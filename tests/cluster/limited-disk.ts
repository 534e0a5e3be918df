import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { databaseOwner } from '../../src/infra/database/postgres-programs.ts';

export type LimitedDisk = {
  folder: string;
  /** Why it cannot be filled without filling this machine's own disk; null if it can. */
  missing: string | null;
  /** Takes all the space that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
};

const BALLAST_STEP_BYTES = [1 << 20, 4096];

/**
 * A folder with a file system of its own, in memory, which can be full while the machine's is not: as root on Linux. Elsewhere it is a folder
 * like any other. It is removed when the test finishes.
 * @param bytes its size
 */
export async function createLimitedDisk(bytes: number): Promise<LimitedDisk> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-disk-'));
  const owner = await databaseOwner();
  const mode = owner === null ? '' : `,uid=${owner.uid},gid=${owner.gid},mode=755`;
  const mounted =
    process.platform === 'linux' && owner !== null
      ? spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}${mode}`, 'kiddo-test', folder], { encoding: 'utf8' })
      : null;
  const isMounted = mounted?.status === 0;
  const ballast = path.join(folder, 'ballast');
  const free = () => fs.rmSync(ballast, { force: true });
  onTestFinished(() => {
    free();
    // Also while somebody still has a file open in it.
    if (isMounted) spawnSync('umount', ['--lazy', folder]);
    fs.rmSync(folder, { recursive: true, force: true });
  });
  return {
    folder,
    missing: isMounted ? null : mounted === null ? 'only root on Linux can make a small disk' : `mount: ${mounted.stderr.trim()}`,
    fill() {
      const file = fs.openSync(ballast, 'w');
      for (const size of BALLAST_STEP_BYTES) {
        const block = Buffer.alloc(size);
        try {
          for (;;) fs.writeSync(file, block);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
        }
      }
      fs.closeSync(file);
    },
    free,
  };
}
