import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readClientBuild } from './release-assets.ts';

test('whatever happens to the folder of the releases, who asks for a file gets an answer; the name of the build is no file', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-assets-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  const errors: string[] = [];
  const read = async (release: string) => {
    await fs.mkdir(path.join(release, 'client/assets'), { recursive: true });
    await fs.writeFile(path.join(release, 'client/assets/a-1.js'), 'a');
    await fs.writeFile(path.join(release, 'client/worker-build.txt'), '0123456789ab');
    return readClientBuild(release, ({ message }) => errors.push(message));
  };
  const build = await read(path.join(folder, 'releases/one'));
  expect([[...build.assets.keys()], build.workerBuild, errors]).toEqual([['/assets/a-1.js'], '0123456789ab', []]);
  // A release in which the folder of assets cannot be read as one.
  await fs.mkdir(path.join(folder, 'others/two/client'), { recursive: true });
  await fs.symlink('assets', path.join(folder, 'others/two/client/assets'));
  const other = await read(path.join(folder, 'others/one'));
  expect([other.assets.has('/assets/a-1.js'), errors]).toEqual([true, [expect.stringContaining('ELOOP')]]);
});

test('the folder of the releases may go', async () => {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-assets-'));
  const release = path.join(folder, 'releases/one');
  await fs.mkdir(path.join(release, 'client'), { recursive: true });
  const now = performance.now();
  const { refreshAssets } = await readClientBuild(release, (error) => {
    throw error;
  });
  await fs.rm(folder, { recursive: true });
  // The folder is not looked at again so soon.
  vi.spyOn(performance, 'now').mockReturnValue(now + 60_000);
  await expect(refreshAssets()).resolves.toBeUndefined();
});
