import { scaleLinear, scalePoint } from 'd3-scale';
import { area, line } from 'd3-shape';
import { formatNumber } from '../../shared/number-format.ts';
import type { Chart, SeriesRow } from './schema.ts';

// Charts are drawn here, as paths, so that the browser gets no code that draws.

type Size = { width: number; height: number; left: number; right: number; top: number; bottom: number };
/** The small line below a number. */
export const SPARK: Size = { width: 240, height: 56, left: 4, right: 4, top: 6, bottom: 6 };
/** A chart with a scale. On a phone it is shown at about half of its size, so its letters are large. */
export const LARGE: Size = { width: 640, height: 280, left: 72, right: 24, top: 14, bottom: 42 };

/** Labels below a chart, so that they do not touch. */
const TICKS_MAX = 7;
/** Lines of the scale, about. */
const GRID_LINES = 4;

/**
 * Draws the figures of a time beside those of the time before.
 * @param shown how many of the rows the line of now reaches: a day or hour that is not over would look like a fall
 * @param withDot whether the row after those is a dot: a day so far
 */
export function drawChart(rows: readonly SeriesRow[], size: Size, { shown = rows.length, withDot = false, withScale = false } = {}): Chart {
  const { width, height, left, right, top, bottom } = size;
  const x = scalePoint<number>()
    .domain(rows.map((_, index) => index))
    .range([left, width - right]);
  const highest = Math.max(0, ...rows.flatMap(({ now, before }) => [now ?? 0, before ?? 0]));
  // Nothing at all is a line at the bottom.
  const y = scaleLinear()
    .domain([0, highest > 0 ? highest : 1])
    .range([height - bottom, top])
    .nice(GRID_LINES);
  const xAt = (_: unknown, index: number) => round(x(index) ?? left);
  const draw = (values: (number | null)[]) =>
    line<number | null>()
      .defined((value) => value !== null)
      .x(xAt)
      .y((value) => round(y(value ?? 0)))(values) ?? '';
  const now = rows.map((row, index) => (index < shown ? row.now : null));
  const step = Math.ceil(rows.length / TICKS_MAX);
  const soFar = withDot ? (rows[shown]?.now ?? null) : null;
  return {
    width,
    height,
    left,
    now: draw(now),
    before: draw(rows.map(({ before }) => before)),
    dot: soFar === null ? null : { x: round(x(shown) ?? left), y: round(y(soFar)) },
    area:
      area<number | null>()
        .defined((value) => value !== null)
        .x(xAt)
        .y0(height - bottom)
        .y1((value) => round(y(value ?? 0)))(now) ?? '',
    grid: withScale
      ? y
          .ticks(GRID_LINES)
          .filter((value) => Number.isInteger(value))
          .map((value) => ({ y: round(y(value)), label: toScaleLabel(value) }))
      : [],
    // From the end: the last day is always named.
    ticks: withScale
      ? rows.flatMap(({ at }, index) => ((rows.length - 1 - index) % step === 0 ? [{ x: round(x(index) ?? left), label: at }] : []))
      : [],
  };
}

/** The lengths of bars for these values, 0 to 100. */
export function drawBars(values: readonly number[]): number[] {
  const highest = Math.max(0, ...values);
  if (highest === 0) return values.map(() => 0);
  const length = scaleLinear().domain([0, highest]).range([0, 100]).clamp(true);
  return values.map((value) => round(length(value)));
}

const round = (value: number): number => Math.round(value * 10) / 10;

function toScaleLabel(value: number): string {
  if (value >= 1_000_000) return `${formatNumber(value / 1_000_000)}M`;
  return value >= 10_000 ? `${formatNumber(value / 1_000)}K` : formatNumber(value);
}
