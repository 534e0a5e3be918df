/** A player counts as online for this long after the last heartbeat, in seconds (spec 2, section 9). */
export const ONLINE_SECONDS = 60;
