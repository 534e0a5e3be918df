import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { withPreparationLock } from './preparation-lock.ts';
import { claimShippedData } from './shipped-data.ts';

test('of two releases that start in turn the newer one alone brings its data; built again, the other one is newer', async () => {
  const { ctx } = await createWorld();
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'kiddo-shipped-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const build = (name: string, builtAt: string) => {
    fs.mkdirSync(path.join(folder, name), { recursive: true });
    fs.writeFileSync(path.join(folder, name, 'built-at'), `${builtAt}\n`);
  };
  const start = (name: string) => withPreparationLock(ctx.directDatabaseUrl, (client) => claimShippedData(client, path.join(folder, name)));
  build('c0de1-0a', '2030-01-01T00:00:00Z');
  build('c0de2-0b', '2030-01-02T00:00:00Z');
  expect(await start('c0de1-0a')).toBe(true);
  expect(await start('c0de2-0b')).toBe(true);
  expect(await start('c0de1-0a')).toBe(false);
  expect(await start('c0de2-0b')).toBe(true);
  // The same data, with other code, built before: nothing changes, also not whose they are.
  build('c0de3-0b', '2029-01-01T00:00:00Z');
  expect(await start('c0de3-0b')).toBe(true);
  expect(await start('c0de1-0a')).toBe(false);
  build('c0de1-0a', '2030-01-03T00:00:00Z');
  expect(await start('c0de1-0a')).toBe(true);
  // Sources that nobody built.
  fs.mkdirSync(path.join(folder, 'project'));
  expect(await start('project')).toBe(true);
});
