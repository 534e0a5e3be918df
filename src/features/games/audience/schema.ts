/** How often an open game frame sends a heartbeat, in seconds. */
export const HEARTBEAT_SECONDS = 20;
