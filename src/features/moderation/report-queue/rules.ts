import { hoursSince } from '../../../shared/hours-since.ts';
import { encodeTimeCursor, toPage } from '../../../shared/paging.ts';
import { REVIEW_DEADLINE_HOURS } from '../../reports/rules.ts';
import type { ReportState } from '../../reports/schema.ts';
import { REPORT_STATE_FILTERS, type ReportQueuePage, type ReportStateFilter } from '../schema.ts';

// What the queues of reported games, players and groups and of requests for help have in common.

export const QUEUE_PAGE_SIZE = 20;

/** The columns that both kinds of reports have. */
type ReportRow = { id: string; state: ReportState; created_at: Date; decided_at: Date | null };

/** Parses the report state from a URL; unknown values fall back to the default. */
export function parseReportStateFilter(given: string | null): ReportStateFilter {
  return REPORT_STATE_FILTERS.find((each) => each === given) ?? 'waiting';
}

/** One page of a queue. @param rows up to one more than a page has, which tells whether there is a next page */
export function toQueuePage<Row extends ReportRow, Report>(
  rows: Row[],
  counts: { waiting: number; late: number },
  toReport: (row: Row) => Report,
): ReportQueuePage<Report> {
  const page = toPage(rows, QUEUE_PAGE_SIZE, (row) => encodeTimeCursor(row.created_at, row.id));
  return { items: page.rows.map(toReport), next: page.next, ...counts };
}

/** Open reports that were created before this time are late. */
export function getLateBefore(now: Date): Date {
  return new Date(now.getTime() - REVIEW_DEADLINE_HOURS * 3_600_000);
}

/** Whether a report waits for a decision. */
export function isOpen(state: ReportState): boolean {
  return state === 'new' || state === 'reviewing';
}

/** The age of a report until now or its decision, and whether it is open and past the deadline. */
export function getReportAge(row: ReportRow, now: Date): { ageHours: number; late: boolean } {
  const ageHours = hoursSince(row.created_at, isOpen(row.state) ? now : (row.decided_at ?? now));
  return { ageHours, late: isOpen(row.state) && ageHours >= REVIEW_DEADLINE_HOURS };
}

/**
 * SQL condition: an entry of a queue is in a state. Repeats the condition of the partial index, so that PostgreSQL uses the index of open
 * entries no matter how many are closed.
 * @param column the entry's state
 */
export function stateCondition(column: 'r.state' | 'h.state', state: ReportStateFilter): string {
  if (state === 'all') return 'true';
  const open = `${column} in ('new', 'reviewing')`;
  return state === 'waiting' ? open : `${column} = '${state}'`;
}
