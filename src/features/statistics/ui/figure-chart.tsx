import type { Chart, Figures } from '../schema.ts';
import { texts } from '../texts.ts';

/** A line of figures as the server drew it: now solid, before dashed. */
export function FigureChart({
  chart,
  name,
  figures,
  isLarge = false,
}: {
  chart: Chart;
  name: string;
  figures: Figures;
  isLarge?: boolean;
}) {
  const { width, height, left, grid, ticks } = chart;
  return (
    <svg
      className={isLarge ? 'figure-chart large' : 'figure-chart'}
      viewBox={`0 0 ${width} ${height}`}
      // A small line fills its place: it has no letters that would be stretched.
      preserveAspectRatio={isLarge ? undefined : 'none'}
      role="img"
      aria-label={`${texts.chart(name, figures.period)}. ${texts.chartText(figures)}`}
    >
      <title>{texts.chart(name, figures.period)}</title>
      <desc>{texts.chartText(figures)}</desc>
      {grid.map(({ y, label }) => (
        <g key={label}>
          <line className="figure-grid" x1={left} x2={width} y1={y} y2={y} />
          <text className="figure-scale" x={left - 10} y={y + 5} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      <g>
        {ticks.map(({ x, label }) => (
          <text key={x} className="figure-scale figure-tick" x={x} y={height - 8} textAnchor="middle">
            {label}
          </text>
        ))}
      </g>
      <path className="figure-area" d={chart.area} />
      <path className="figure-before" d={chart.before} />
      <path className="figure-now" d={chart.now} />
      {chart.dot && <path className="figure-dot" d={`M${chart.dot.x} ${chart.dot.y}h0`} />}
    </svg>
  );
}

/** Says which line is which. */
export function FigureLegend({ chart, figures }: { chart: Chart; figures: Figures }) {
  return (
    <p className="figure-legend">
      <span>
        <svg viewBox="0 0 28 6" aria-hidden="true">
          <path className="figure-now" d="M2 3H26" />
        </svg>
        {texts.now(figures)}
      </span>
      {chart.dot && (
        <span>
          <svg viewBox="0 0 28 6" aria-hidden="true">
            <path className="figure-dot" d="M14 3h0" />
          </svg>
          {texts.soFar(figures)}
        </span>
      )}
      <span>
        <svg viewBox="0 0 28 6" aria-hidden="true">
          <path className="figure-before" d="M0 3H28" />
        </svg>
        {texts.before(figures.period)}
      </span>
    </p>
  );
}
