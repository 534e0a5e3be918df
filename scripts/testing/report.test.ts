import { expect, test } from 'vitest';
import { formatReport, medianOf } from './report.mjs';

const layer = { title: 'Crawl', wall: 10.4, cpu: 20, passed: 7, failed: 0, budget: 20, failures: [] };

test('a layer within its budget passes, also a little over it', () => {
  expect(formatReport([layer]).ok).toBe(true);
  expect(formatReport([{ ...layer, cpu: 29 }]).ok).toBe(true);
});

test('a layer over its budget by half fails, and is named', () => {
  const { ok, lines } = formatReport([layer, { ...layer, cpu: 31 }]);
  expect(ok).toBe(false);
  expect(lines[1]).toContain('OVER BUDGET');
  expect(lines.at(-1)).toBe('14 passed, 1 failed');
});

test('without a budget only tests fail; the last line counts them', () => {
  expect(formatReport([{ ...layer, cpu: 1000, budget: null }]).ok).toBe(true);
  const { ok, lines } = formatReport([layer, { ...layer, failed: 2 }]);
  expect(ok).toBe(false);
  expect(lines.at(-1)).toBe('14 passed, 2 failed');
});

test('what failed is repeated at the end with its error, without colors and not without end', () => {
  const error = `\u001b[31mError: no heart\u001b[39m\n${'at line\n'.repeat(100)}`;
  const { lines } = formatReport([layer, { ...layer, failed: 1, failures: [{ name: 'chat.spec.ts:12 › a message arrives', error }] }]);
  expect(lines.slice(0, 2)).toEqual(['FAILED in Crawl: chat.spec.ts:12 › a message arrives', '  Error: no heart']);
  expect(lines.filter((line) => line.includes('at line')).length).toBeLessThan(40);
  expect(lines).toContainEqual(expect.stringMatching(/\d+ more lines/));
});

test('the speed of the machine is the middle of its measurements: one that is far off changes little', () => {
  expect(medianOf([0.8])).toBe(0.8);
  expect(medianOf([0.82, 0.59, 0.8])).toBe(0.8);
  expect(medianOf([10, 2, 0.7, 1])).toBe(1.5);
});
