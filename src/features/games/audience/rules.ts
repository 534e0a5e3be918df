/** How often an open viewer says that it is still open, in seconds. */
export const HEARTBEAT_SECONDS = 20;

/** A viewer counts as being in the game this long after its last heartbeat: one may be lost, and it is gone within 60 s. */
export const PRESENT_SECONDS = HEARTBEAT_SECONDS * 2 + 10;
