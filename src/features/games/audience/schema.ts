/** How often an open viewer says that it is still open, in seconds. */
export const HEARTBEAT_SECONDS = 20;
