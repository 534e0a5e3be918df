/** Minimum number of minutes between two updates of a session's last-used time. */
export const LAST_USED_INTERVAL_MINUTES = 10;
