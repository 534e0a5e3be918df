import { expect, test } from 'vitest';
import { runMeasured } from './run-measured.mjs';

const busy = (ms: number) => `while (process.cpuUsage().user < ${ms * 1000}) for (let i = 0; i < 1e6; i++) Math.sqrt(i);`;
/** Starts a process that nobody waits for, and exits when that process has done its work. */
const leaving = `
  const { spawn } = require('node:child_process');
  const stdio = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = spawn(process.execPath, ['-e', ${JSON.stringify(`${busy(2000)} process.send('done'); setTimeout(() => process.exit(), 5000)`)}], { detached: true, stdio });
  child.once('message', () => process.exit(0));
`;

test('a program’s processor time, and how it ended', async () => {
  const { code, cpu } = await runMeasured(process.execPath, ['-e', `${busy(700)} process.exitCode = 3`], {});
  expect(code).toBe(3);
  expect(cpu).toBeGreaterThanOrEqual(0.6);
});

test.runIf(process.platform === 'linux')('also of processes that nobody waits for', async () => {
  const { cpu } = await runMeasured(process.execPath, ['-e', leaving], {});
  expect(cpu).toBeGreaterThanOrEqual(0.8);
});
