import { formatMoney } from '../../../shared/money.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import { toUnit } from '../rules.ts';
import { SERIES, type BreakdownName, type FigureName, type Figures, type SeriesName } from '../schema.ts';
import { texts } from '../texts.ts';
import './figure-details.css';

/** Formats a value of a figure; null is 'not known'. */
export function formatFigure(name: FigureName, value: number | null): string {
  if (value === null) return texts.unknown;
  const unit = name === 'revenue-products' ? 'money' : isSeries(name) ? toUnit(name) : 'count';
  return unit === 'money' ? formatMoney({ minor: value, currency: 'KES' }) : formatNumber(Math.round(value));
}

const isSeries = (name: FigureName): name is SeriesName => SERIES.some((each) => each === name);

const nameOf = (name: FigureName): string => (isSeries(name) ? texts.series[name] : texts.breakdowns[name]).name;
const howOf = (name: FigureName): string => (isSeries(name) ? texts.series[name] : texts.breakdowns[name]).how;

type FigureDetailsProps = {
  figures: Figures;
  /** The figures of this place. */
  names: readonly FigureName[];
  /** Explained besides. */
  how?: string;
};

/** Below a chart: its figures as tables, the same as files, and how they are counted. */
export function FigureDetails({ figures, names, how }: FigureDetailsProps) {
  const about = <span className="visually-hidden">: {names.map(nameOf).join(', ')}</span>;
  return (
    <div className="figure-details">
      <details>
        <summary className="link">
          {texts.asTable}
          {about}
        </summary>
        <div className="figure-folded">
          {names.map((name, index) => (
            <div key={name} className="figure-table">
              <FigureTable figures={figures} name={name} />
              {index > 0 && <FileLink figures={figures} name={name} />}
            </div>
          ))}
        </div>
      </details>
      {names[0] !== undefined && <FileLink figures={figures} name={names[0]} />}
      <details>
        <summary className="link">
          {texts.howCounted}
          {about}
        </summary>
        <div className="figure-folded figure-how">
          {[...names.map(howOf), how ?? ''].filter(Boolean).map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      </details>
    </div>
  );
}

function FigureTable({ figures, name }: { figures: Figures; name: FigureName }) {
  return (
    <table>
      <caption>{nameOf(name)}</caption>
      {isSeries(name) ? <SeriesTable figures={figures} name={name} /> : <BreakdownTable figures={figures} name={name} />}
    </table>
  );
}

/** The figure as a file. */
function FileLink({ figures: { period }, name }: { figures: Figures; name: FigureName }) {
  return (
    <a className="link figure-file" href={`/operator/figures.csv?metric=${name}&days=${period}`} download>
      {texts.csv.link}
      <span className="visually-hidden">: {nameOf(name)}</span>
    </a>
  );
}

function SeriesTable({ figures: { period, series }, name }: { figures: Figures; name: SeriesName }) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{period === 1 ? texts.table.hour : texts.table.day}</th>
          <th scope="col">{texts.now(period)}</th>
          <th scope="col">{texts.before(period)}</th>
        </tr>
      </thead>
      <tbody>
        {series[name].rows.map((row) => (
          <tr key={row.at}>
            <th scope="row">{row.at}</th>
            <td>{formatFigure(name, row.now)}</td>
            <td>
              {formatFigure(name, row.before)}
              {period !== 1 && <small> {row.atBefore}</small>}
            </td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

function BreakdownTable({ figures: { period, breakdowns }, name }: { figures: Figures; name: BreakdownName }) {
  const { rows } = breakdowns[name];
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{texts.table.what}</th>
          <th scope="col">{texts.now(period)}</th>
          <th scope="col">{texts.table.wholeDays(period)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.label}>
            <th scope="row">{row.label}</th>
            <td>{formatFigure(name, row.now)}</td>
            <td>{formatFigure(name, row.before)}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={3}>{texts.emptyBreakdown[name]}</td>
          </tr>
        )}
      </tbody>
    </>
  );
}
