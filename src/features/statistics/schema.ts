/** How many days the overview looks at, today included; each is shown beside as many days before. */
export const PERIODS = [1, 7, 30] as const;
export type Period = (typeof PERIODS)[number];

/** Figures with a value for each day and hour. */
export const SERIES = ['sign-ups', 'active', 'minutes', 'revenue', 'plays', 'sent', 'refused', 'opened', 'closed', 'failed'] as const;
export type SeriesName = (typeof SERIES)[number];

/** Figures by kind, such as the revenue by what was bought. */
const BREAKDOWNS = ['top-games', 'refused-kinds', 'reports', 'revenue-products', 'failed-payments'] as const;
export type BreakdownName = (typeof BREAKDOWNS)[number];

/** Figures at one moment, or of the whole period. */
export const STATES = ['decisions', 'premium', 'mails'] as const;
export type StateName = (typeof STATES)[number];

/** Everything that can be downloaded as a table. */
export const FIGURES = [...SERIES, ...BREAKDOWNS, ...STATES] as const;
export type FigureName = (typeof FIGURES)[number];

/** A line of figures: paths of an SVG in a box of `width` by `height`, drawn by the server. */
export type Chart = {
  width: number;
  height: number;
  now: string;
  before: string;
  /** The day that is not over: its figure so far. */
  dot: { x: number; y: number } | null;
  /** The area below `now`. */
  area: string;
  /** Lines of the scale, and the labels below; a small chart has none. */
  grid: { y: number; label: string }[];
  ticks: { x: number; label: string }[];
  /** Where the lines begin: left of it are the numbers of the scale. */
  left: number;
};

/** One day or hour beside that of the time before; null: not known, or not over yet. */
export type SeriesRow = { at: string; now: number | null; atBefore: string; before: number | null };

/** What became more or less, both sides up to the same time of the day; null: it cannot be compared. */
export type Comparison = { now: number; before: number } | null;

export type Series = {
  /** Of the whole period; null: not known. */
  value: number | null;
  comparison: Comparison;
  /** The day from which on it is counted, if that is within the time that is shown. */
  since: string | null;
  rows: SeriesRow[];
  /** Of whole periods, where it is not the sum of the rows. */
  total: Gauge | null;
  chart: Chart;
};

/** `share`: how long its bar is, 0 to 100. `before`: of as many whole days; null: not known. */
type BreakdownRow = { key: string; label: string; now: number; before: number | null; share: number };
export type Breakdown = { rows: BreakdownRow[]; since: string | null };

/** How long it took until reports were decided, in minutes; null: none was. */
type DecisionTimes = { median: number | null; worst: number | null };

/** A number at the time of the last count. Null: not known. */
export type Gauge = { now: number | null; before: number | null };

export type Figures = {
  period: Period;
  /** When it was counted, and for how many minutes that is ago. `isLate`: the job that counts does not run as it should. */
  counted: { at: string; minutesAgo: number; isLate: boolean };
  /** The days that are shown, first and last, and those before. */
  days: { from: string; to: string; fromBefore: string; toBefore: string };
  /** Whether the last day is today: until the first count after midnight, and after an outage, it is an earlier one. */
  isToday: boolean;
  /** Comparisons end at this full hour of the last day, on both sides. */
  comparedUntil: number;
  /** Days of both times that no count has reached yet. */
  missingDays: number;
  series: Record<SeriesName, Series>;
  breakdowns: Record<BreakdownName, Breakdown>;
  decisions: DecisionTimes & { before: DecisionTimes };
  premium: Gauge;
  mails: Gauge;
};

/** The machine and the site, as they are now. `disk`: bytes; null: not known. */
export type SiteState = { disk: { free: number; total: number } | null; version: string };

/** `figures`: null until the first count. */
export type Overview = { period: Period; figures: Figures | null; site: SiteState };
