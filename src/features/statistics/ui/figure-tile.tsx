import { describeChange } from '../rules.ts';
import type { Comparison, Figures, SeriesName } from '../schema.ts';
import { texts } from '../texts.ts';
import { FigureChart } from './figure-chart.tsx';
import { FigureDetails, formatFigure } from './figure-details.tsx';

/** A figure as a large number, with its change and a small line. */
export function FigureTile({ figures, name }: { figures: Figures; name: SeriesName }) {
  const { value, comparison, since, chart } = figures.series[name];
  const id = `figure-${name}`;
  return (
    <section className="panel figure-tile" aria-labelledby={id}>
      <h3 id={id}>{texts.series[name].name}</h3>
      <p className="figure-value">{formatFigure(name, value)}</p>
      <FigureChange comparison={comparison} since={since} last={figures.days.to} />
      <FigureChart chart={chart} name={texts.series[name].name} figures={figures} />
      <FigureDetails figures={figures} names={[name]} />
    </section>
  );
}

/** How a figure changed, or since when there is one to compare. @param last the last day that was counted */
export function FigureChange({ comparison, since, last }: { comparison: Comparison; since: string | null; last: string }) {
  const change = describeChange(comparison);
  if (since !== null) return <p className="figure-change">{texts.since(since, last)}</p>;
  if (change === null || change === 'same' || change === 'new')
    return <p className="figure-change">{change === null ? '\u00a0' : change === 'same' ? texts.same : texts.fromNothing}</p>;
  const { percent } = change;
  return (
    <p className={percent > 0 ? 'figure-change more' : 'figure-change less'}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={percent > 0 ? 'M8 14V2M3 7l5-5 5 5' : 'M8 2v12M3 9l5 5 5-5'} />
      </svg>
      {percent > 0 ? texts.more(percent) : texts.less(-percent)}
    </p>
  );
}
