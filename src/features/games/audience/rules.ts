import { HEARTBEAT_SECONDS } from './schema.ts';

/** A viewer counts as being in the game this long after its last heartbeat: one may be lost, and it is gone within 60 s. */
export const PRESENCE_TIMEOUT_SECONDS = HEARTBEAT_SECONDS * 2 + 10;

/** A play is over after this long, whatever its viewer says. */
export const PLAY_HOURS_MAX = 12;
