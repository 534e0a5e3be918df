import { HEARTBEAT_SECONDS } from './schema.ts';

/**
 * A game frame counts as present for this long after its last heartbeat: one heartbeat may be lost, and a closed frame drops out
 * within 60 s.
 */
export const PRESENCE_TIMEOUT_SECONDS = HEARTBEAT_SECONDS * 2 + 10;

/** A play ends after this many hours, even if its heartbeats continue. */
export const PLAY_HOURS_MAX = 12;
