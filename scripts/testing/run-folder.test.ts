import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const MODULE = path.join(import.meta.dirname, 'run-folder.mjs');

/** A run that leaves a file behind and a process that never ends; it prints where and which. */
const RUN = `
  const { spawn } = await import('node:child_process');
  const { openRunFolder } = await import(${JSON.stringify(MODULE)});
  const run = openRunFolder();
  const left = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  await (await import('node:fs/promises')).writeFile(run.folder + '/left', '');
  console.log(JSON.stringify({ folder: run.folder, temporary: process.env.TMPDIR, left: left.pid }));
  process.on('SIGTERM', () => void run.close().then(() => process.exit(0)));
  setInterval(() => {}, 1000);
`;

const isThere = (at: string) =>
  fs.access(at).then(
    () => true,
    () => false,
  );

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

for (const signal of ['SIGTERM', 'SIGKILL'] as const)
  test(`nothing is left of a run that ended by ${signal}`, async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', RUN], { stdio: ['ignore', 'pipe', 'inherit'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    const said = await new Promise<string>((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk))));
    const { folder, temporary, left } = JSON.parse(said) as { folder: string; temporary: string; left: number };
    expect([temporary, isAlive(left), await isThere(folder)]).toEqual([folder, true, true]);
    child.kill(signal);
    await expect.poll(() => isAlive(left), { timeout: 15_000 }).toBe(false);
    await expect.poll(() => isThere(folder), { timeout: 15_000 }).toBe(false);
  });

/** A run with a process that looks like a database server, which is stopped where it is; it removes a file that lies elsewhere if it is told to. */
const RUN_WITH_DATABASE = `
  const { spawn } = await import('node:child_process');
  const { openRunFolder } = await import(${JSON.stringify(MODULE)});
  openRunFolder();
  const server = "process.on('SIGTERM', () => {});" +
    "process.on('SIGQUIT', () => { require('fs').rmSync(process.env.MEMORY); process.exit(); });" +
    "setInterval(() => {}, 1000); console.log('ready');";
  const left = spawn(process.execPath, ['-e', server], { argv0: '/usr/bin/postgres', detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  left.stdout.once('data', () => {
    left.kill('SIGSTOP');
    console.log(left.pid);
  });
`;

test.runIf(process.platform === 'linux')('a database server that was stopped where it was gives its shared memory back', async () => {
  const memory = path.join(os.tmpdir(), `kiddo-memory-${process.pid}`);
  await fs.writeFile(memory, '');
  onTestFinished(() => fs.rm(memory, { force: true }));
  const child = spawn(process.execPath, ['--input-type=module', '-e', RUN_WITH_DATABASE], {
    env: { ...process.env, MEMORY: memory },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const left = Number(await new Promise((resolve) => child.stdout.once('data', (chunk) => resolve(String(chunk)))));
  expect([isAlive(left), await isThere(memory)]).toEqual([true, true]);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(left), { timeout: 15_000 }).toBe(false);
  expect(await isThere(memory)).toBe(false);
});
