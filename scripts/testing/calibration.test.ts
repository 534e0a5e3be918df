import { expect, test } from 'vitest';
import { startCalibration } from './calibration.mjs';

test('a layer that ends before the first sample waits for it', async () => {
  const end = startCalibration(process.execPath);
  expect(await end()).toBeGreaterThan(0);
});

test('a calibration that cannot work says so, instead of giving a budget without a limit', async () => {
  const end = startCalibration('/bin/true');
  await expect(end()).rejects.toThrow('ended before it measured anything');
});
