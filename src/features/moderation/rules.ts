/** Maximum reports and log entries shown for one game. */
export const CASE_REPORTS_MAX = 100;
export const CASE_LOG_MAX = 50;
/** Maximum report ids in one audit log entry; beyond that the entry has only their number. */
export const LOGGED_IDS_MAX = 100;

/**
 * The time up to which a decision applies: no moderator has read reports that arrived after the page was rendered.
 * @param seen creation time of the newest report shown, as the form sent it; if invalid, the decision applies to all reports until now
 */
export function parseSeenUntil(seen: string | undefined, now: Date): Date {
  const at = Date.parse(seen ?? '');
  return Number.isNaN(at) ? now : new Date(Math.min(at, now.getTime()));
}

/** The creation time of the newest report, for the decision form. */
export function getNewestCreatedAt(reports: { createdAt: string }[]): string {
  return reports.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '');
}
