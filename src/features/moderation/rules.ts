/** Maximum reports and log entries shown for one game. */
export const CASE_REPORTS_MAX = 100;
export const CASE_LOG_MAX = 50;
/** Maximum report ids in one audit log entry; beyond that the entry has only their number. */
export const LOGGED_IDS_MAX = 100;

/**
 * The time up to which a decision applies: no moderator has read reports that arrived after the page was rendered.
 * @param seen time of the newest report shown, as the form sent it; if invalid, the decision applies to all reports until now
 */
export function parseSeenUntil(seen: string | undefined, now: Date): Date {
  const at = Date.parse(seen ?? '');
  return Number.isNaN(at) ? now : new Date(Math.min(at, now.getTime()));
}

/**
 * Whether the newest of the reports that a page has now came after those that the moderator has read: both as the form sends them.
 * @param current where no report is shown (`hasReports`), `seen` is when the page was read, which is later each time and says nothing
 */
export function hasNewerReport(current: { seen: string; hasReports: boolean }, read: { seen: string }): boolean {
  return current.hasReports && current.seen > read.seen;
}

/** The time (ISO) of the newest of the reports shown, for the decision form; '' if there is none. */
export function getNewestTime(times: readonly string[]): string {
  return times.reduce((newest, time) => (time > newest ? time : newest), '');
}
