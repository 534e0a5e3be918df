import { formatMoney } from '../../../shared/money.ts';
import { formatNumber } from '../../../shared/number-format.ts';
import { isState, toUnit } from '../rules.ts';
import { SERIES, type BreakdownName, type FigureName, type Figures, type SeriesName, type StateName } from '../schema.ts';
import { listStates, texts } from '../texts.ts';
import './figure-details.css';

/** Formats a value of a figure; null is 'not known'. */
export function formatFigure(name: FigureName, value: number | null): string {
  if (value === null) return texts.unknown;
  const unit = name === 'revenue-products' ? 'money' : isSeries(name) ? toUnit(name) : 'count';
  return unit === 'money' ? formatMoney({ minor: value, currency: 'KES' }) : formatNumber(Math.round(value));
}

const isSeries = (name: FigureName): name is SeriesName => SERIES.some((each) => each === name);

const aboutOf = (name: FigureName) => (isSeries(name) ? texts.series[name] : isState(name) ? texts.states[name] : texts.breakdowns[name]);
const nameOf = (name: FigureName): string => aboutOf(name).name;
const howOf = (name: FigureName): string => aboutOf(name).how;

/** Formats a figure at a moment, or of the whole period. */
export function formatState(name: StateName, value: number | null): string {
  if (name === 'decisions') return value === null ? texts.decisions.none : texts.duration(value);
  return formatFigure(name, value);
}

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
      {isSeries(name) ? (
        <SeriesTable figures={figures} name={name} />
      ) : isState(name) ? (
        <StateTable figures={figures} name={name} />
      ) : (
        <BreakdownTable figures={figures} name={name} />
      )}
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

function SeriesTable({ figures, name }: { figures: Figures; name: SeriesName }) {
  const { period, series } = figures;
  const { total } = series[name];
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{period === 1 ? texts.table.hour : texts.table.day}</th>
          <th scope="col">{texts.now(figures)}</th>
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
      {total && (
        <tfoot>
          <tr>
            <th scope="row">{texts.table.differentPlayers}</th>
            <td>{formatFigure(name, total.now)}</td>
            <td>{formatFigure(name, total.before)}</td>
          </tr>
        </tfoot>
      )}
    </>
  );
}

function StateTable({ figures, name }: { figures: Figures; name: StateName }) {
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{texts.table.what}</th>
          <th scope="col">{texts.now(figures)}</th>
          <th scope="col">{texts.before(figures.period)}</th>
        </tr>
      </thead>
      <tbody>
        {listStates(figures, name).map(({ label, now, before }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{formatState(name, now)}</td>
            <td>{formatState(name, before)}</td>
          </tr>
        ))}
      </tbody>
    </>
  );
}

function BreakdownTable({ figures, name }: { figures: Figures; name: BreakdownName }) {
  const { period, breakdowns } = figures;
  const { rows } = breakdowns[name];
  return (
    <>
      <thead>
        <tr>
          <th scope="col">{texts.table.what}</th>
          <th scope="col">{texts.now(figures)}</th>
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
