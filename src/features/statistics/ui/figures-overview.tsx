import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatNumber } from '../../../shared/number-format.ts';
import { Note } from '../../../web/kit/note.tsx';
import { PERIODS, type BreakdownName, type FigureName, type Figures, type Overview, type Period, type SiteState } from '../schema.ts';
import { texts } from '../texts.ts';
import { FigureChart, FigureLegend } from './figure-chart.tsx';
import { FigureDetails, formatFigure, formatState } from './figure-details.tsx';
import { FigureChange, FigureTile } from './figure-tile.tsx';
import './statistics.css';

/** Links to the periods that the overview can show. */
function PeriodLinks({ period, figures }: { period: Period; figures: Figures | null }) {
  const last = figures && !figures.isToday ? figures.days.to : null;
  return (
    <nav className="periods" aria-label={texts.periodsLabel}>
      {PERIODS.map((each) => (
        <Link key={each} to={`?days=${each}`} className="period" aria-current={each === period ? 'true' : undefined} preventScrollReset>
          {each === 1 ? texts.oneDay(last) : texts.periods(each)}
        </Link>
      ))}
    </nav>
  );
}

/** A part of the overview beside the figures: what waits, or what operators can do. */
export function OverviewSection({ part, children }: { part: 'waits' | 'tools'; children: ReactNode }) {
  return (
    <section className="operator-section" aria-labelledby={`operator-${part}`}>
      <h2 id={`operator-${part}`}>{texts[part]}</h2>
      <div className={`operator-parts overview-${part}`}>{children}</div>
    </section>
  );
}

/** The figures of a period beside the one before. */
export function FiguresOverview({ period, figures, site }: Overview) {
  if (figures === null)
    return (
      <section className="figures" aria-labelledby="figures-title">
        <FiguresHead title={texts.nothingYet.title} period={period} figures={null} />
        <p className="panel">{texts.nothingYet.text}</p>
        <SitePanel figures={null} site={site} />
      </section>
    );
  return (
    <section className="figures" aria-labelledby="figures-title">
      <FiguresHead title={texts.range(figures.days, period)} period={period} figures={figures} />
      {figures.counted.isLate && <Note variant="bad">{texts.late(figures.counted.minutesAgo)}</Note>}
      {figures.missingDays > 0 && <Note>{texts.missing(figures.missingDays)}</Note>}
      <div className="figure-tiles">
        {(['sign-ups', 'active', 'minutes', 'revenue'] as const).map((name) => (
          <FigureTile key={name} figures={figures} name={name} />
        ))}
      </div>
      <div className="figure-panels">
        <PlaysPanel figures={figures} />
        <FigurePanel title={texts.breakdowns['top-games'].name} figures={figures} names={['top-games']}>
          <Bars figures={figures} name="top-games" />
        </FigurePanel>
        <MessagesPanel figures={figures} />
        <ReportsPanel figures={figures} />
        <FigurePanel
          title={texts.breakdowns['revenue-products'].name}
          figures={figures}
          names={['revenue-products']}
          how={texts.series.revenue.how}
        >
          <Bars figures={figures} name="revenue-products" />
        </FigurePanel>
        <MoneyPanel figures={figures} />
        <SitePanel figures={figures} site={site} />
      </div>
      <p className="figures-foot muted">
        {texts.counted(figures.counted.minutesAgo)} {texts.compared(figures.comparedUntil, period)}
      </p>
    </section>
  );
}

function FiguresHead({ title, period, figures }: { title: string; period: Period; figures: Figures | null }) {
  return (
    <div className="figures-head">
      <h2 id="figures-title">{title}</h2>
      <PeriodLinks period={period} figures={figures} />
    </div>
  );
}

type FigurePanelProps = {
  title: string;
  /** Beside the title. */
  aside?: string;
  figures: Figures;
  names: readonly FigureName[];
  how?: string;
  className?: string;
  children: ReactNode;
};

function FigurePanel({ title, aside, figures, names, how, className = '', children }: FigurePanelProps) {
  const id = `panel-${names[0]}`;
  return (
    <section className={`panel figure-panel ${className}`} aria-labelledby={id}>
      <header>
        <h3 id={id}>{title}</h3>
        {aside !== undefined && <p className="muted">{aside}</p>}
      </header>
      {children}
      <FigureDetails figures={figures} names={names} how={how} />
    </section>
  );
}

function PlaysPanel({ figures }: { figures: Figures }) {
  const { series } = figures;
  const { chart, value, comparison, since } = series.plays;
  const aside = texts.inDays(formatFigure('plays', value), figures);
  return (
    <FigurePanel title={texts.series.plays.name} aside={aside} figures={figures} names={['plays']} className="broad">
      <FigureChange comparison={comparison} since={since} last={figures.days.to} />
      <FigureChart chart={chart} name={texts.series.plays.name} figures={figures} isLarge />
      <FigureLegend chart={chart} figures={figures} />
    </FigurePanel>
  );
}

function MessagesPanel({ figures }: { figures: Figures }) {
  const { sent, refused } = figures.series;
  const { since } = figures.breakdowns['refused-kinds'];
  return (
    <FigurePanel
      title={texts.series.refused.name}
      aside={texts.refusedOf(formatFigure('refused', refused.value), formatFigure('sent', sent.value))}
      figures={figures}
      names={['refused-kinds', 'refused', 'sent']}
    >
      {since !== null && <p className="figure-change">{texts.since(since, figures.days.to)}</p>}
      <Bars figures={figures} name="refused-kinds" />
    </FigurePanel>
  );
}

function ReportsPanel({ figures }: { figures: Figures }) {
  const { series, decisions } = figures;
  const duration = (minutes: number | null) => formatState('decisions', minutes);
  return (
    <FigurePanel title={texts.breakdowns.reports.name} figures={figures} names={['reports', 'opened', 'closed', 'decisions']}>
      <Facts
        rows={[
          [texts.opened, formatFigure('opened', series.opened.value), null],
          [texts.closed, formatFigure('closed', series.closed.value), null],
          [texts.decisions.median, duration(decisions.median), duration(decisions.before.median)],
          [texts.decisions.worst, duration(decisions.worst), duration(decisions.before.worst)],
        ]}
      />
    </FigurePanel>
  );
}

function MoneyPanel({ figures }: { figures: Figures }) {
  const { premium, breakdowns, series } = figures;
  const format = (value: number | null) => (value === null ? texts.unknown : formatNumber(value));
  return (
    <FigurePanel title={texts.money} figures={figures} names={['failed-payments', 'failed', 'premium']} className="half">
      <Facts
        rows={[
          [texts.states.premium.name, format(premium.now), format(premium.before)],
          [texts.failed, formatFigure('failed', series.failed.value), null],
          ...breakdowns['failed-payments'].rows.map(({ label, now, before }): FactRow => [label, format(now), format(before)]),
        ]}
      />
    </FigurePanel>
  );
}

function SitePanel({ figures, site }: { figures: Figures | null; site: SiteState }) {
  const { disk, version } = site;
  const mails = figures?.mails.now ?? null;
  return (
    <section className="panel figure-panel half" aria-labelledby="panel-site">
      <header>
        <h3 id="panel-site">{texts.site.title}</h3>
      </header>
      <Facts
        rows={[
          [texts.states.mails.name, mails === null ? texts.unknown : formatNumber(mails), null],
          [texts.site.disk, disk === null ? texts.unknown : texts.site.free(toGigabytes(disk.free), toGigabytes(disk.total)), null],
          [texts.site.version, version, null],
        ]}
      />
      {figures ? (
        <FigureDetails figures={figures} names={['mails']} how={texts.site.how} />
      ) : (
        <div className="figure-details">
          <details>
            <summary className="link">
              {texts.howCounted}
              <span className="visually-hidden">: {texts.site.title}</span>
            </summary>
            <p className="figure-folded figure-how">{texts.site.how}</p>
          </details>
        </div>
      )}
    </section>
  );
}

const toGigabytes = (bytes: number): string => `${formatNumber(Math.floor(bytes / 1e8) / 10)} GB`;

/** A name, its value now, and that of the time before, if there is one to compare. */
type FactRow = [name: string, now: string, before: string | null];

function Facts({ rows }: { rows: FactRow[] }) {
  return (
    <dl className="figure-facts">
      {rows.map(([name, now, before]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {now}
            {before !== null && <small>{texts.wasBefore(before)}</small>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One bar for each kind; those without anything now stand in the table alone. */
function Bars({ figures, name }: { figures: Figures; name: BreakdownName }) {
  const rows = figures.breakdowns[name].rows.filter(({ now }) => now > 0).slice(0, 8);
  if (rows.length === 0) return <p className="muted">{texts.emptyBreakdown[name]}</p>;
  return (
    <ul className={name === 'refused-kinds' ? 'figure-bars refused' : 'figure-bars'}>
      {rows.map(({ key, label, now, share }) => (
        <li key={key}>
          <span>{label}</span>
          <b>{formatFigure(name, now)}</b>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className="figure-rest" width="100" height="8" />
            <rect className="figure-bar" width={share} height="8" />
          </svg>
        </li>
      ))}
    </ul>
  );
}
