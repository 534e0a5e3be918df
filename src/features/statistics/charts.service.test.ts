import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawBars, drawChart, LARGE, SPARK } from './charts.service.server.ts';
import type { SeriesRow } from './schema.ts';

const toRows = (now: (number | null)[], before: (number | null)[]): SeriesRow[] =>
  now.map((value, index) => ({ at: `day ${index}`, now: value, atBefore: `other ${index}`, before: before[index] ?? null }));

test('both lines share one scale, from zero up', () => {
  const chart = drawChart(toRows([0, 5, 10], [10, 10, 20]), SPARK);
  const [floor, ceiling] = [SPARK.height - SPARK.bottom, SPARK.top];
  expect(chart.now).toBe(`M4,${floor}L120,${floor - (floor - ceiling) / 4}L236,${floor - (floor - ceiling) / 2}`);
  expect(chart.before.endsWith(`L236,${ceiling}`)).toBe(true);
  expect(chart.grid).toEqual([]);
  expect(chart.ticks).toEqual([]);
});

test('what is not known, and the hour that runs, is no point of a line', () => {
  const chart = drawChart(toRows([null, 2, 2, 1], [4, 4, 4, 4]), SPARK, { shown: 3 });
  expect(chart.now.match(/[ML]/g)).toEqual(['M', 'L']);
  expect(chart.before.match(/[ML]/g)).toEqual(['M', 'L', 'L', 'L']);
});

test('a day that is not over is a dot beside the line', () => {
  const chart = drawChart(toRows([4, 4, 1], [4, 4, 4]), SPARK, { shown: 2, withDot: true });
  expect(chart.now.match(/[ML]/g)).toEqual(['M', 'L']);
  expect(chart.dot).toEqual({ x: 236, y: SPARK.height - SPARK.bottom - (SPARK.height - SPARK.bottom - SPARK.top) / 4 });
  expect(drawChart(toRows([4, null], []), SPARK, { shown: 1, withDot: true }).dot).toBe(null);
});

test('the scale has whole numbers, and the labels below end with the last day', () => {
  const chart = drawChart(toRows(Array<number>(30).fill(2), []), LARGE, { withScale: true });
  expect(chart.grid.map(({ label }) => label)).toEqual(['0', '1', '2']);
  expect(chart.ticks.length).toBeLessThanOrEqual(7);
  expect(chart.ticks.at(-1)?.label).toBe('day 29');
  expect(drawChart(toRows([45_000], []), LARGE, { withScale: true }).grid.at(-1)?.label).toMatch(/K$/);
});

test('no figures make a broken path: nothing, one day, only zeros', () => {
  const value = fc.option(fc.double({ min: 0, max: 1e12, noNaN: true }), { nil: null });
  fc.assert(
    fc.property(fc.array(value, { maxLength: 30 }), fc.array(value, { maxLength: 30 }), fc.boolean(), (now, before, withScale) => {
      const chart = drawChart(toRows(now, before), withScale ? LARGE : SPARK, { withScale });
      expect(JSON.stringify(chart)).not.toMatch(/NaN|Infinity|undefined/);
    }),
  );
  expect(drawChart([], SPARK).now).toBe('');
});

test('the longest bar is the largest value, and nothing is no bar', () => {
  expect(drawBars([4, 2, 0])).toEqual([100, 50, 0]);
  expect(drawBars([0, 0])).toEqual([0, 0]);
  expect(drawBars([])).toEqual([]);
});
