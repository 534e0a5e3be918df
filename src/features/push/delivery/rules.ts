/** A player is told of things with the same tag once in this time at most, so that a chat is no hail. */
export const THROTTLE_MINUTES = 5;
/** When that was is forgotten after this long. */
export const THROTTLE_RETENTION_HOURS = 24;
/** How long a push service keeps a message for a browser that is off, in seconds, at most: a phone must not ring later. */
export const TTL_SECONDS_MAX = 3600;
/** A test is for a player who waits for it. */
export const TEST_TTL_SECONDS = 300;
/** With less time than this left until quiet hours, in seconds, nothing is sent: on its way it could come too late. */
export const TTL_SECONDS_MIN = 60;
/** What could not be handed over for this long is old news. */
export const STALE_MINUTES = 60;
/** A browser for which nothing was taken for so long, though something was sent, is forgotten. */
export const REFUSED_DAYS_MAX = 7;
/** While so many jobs wait, what is for everybody adds no more: they would be an hour late, and dropped. */
export const WAITING_MAX = 1000;
/** Players of one job. */
export const PLAYERS_PER_JOB = 200;

/** What becomes of a message by the HTTP status of its push service; 'gone': the browser does not want any more; 'refused': something is wrong, here or there. */
export function judgeStatus(status: number): 'taken' | 'gone' | 'later' | 'refused' {
  if (status >= 200 && status < 300) return 'taken';
  if (status === 404 || status === 410) return 'gone';
  return status === 429 || status >= 500 ? 'later' : 'refused';
}
