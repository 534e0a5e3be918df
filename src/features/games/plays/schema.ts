export { HEARTBEAT_SECONDS } from '../audience/schema.ts';

/** The response when a play starts: POST /games/{id}/plays. */
export type PlayStart = {
  /** Identifies this play in heartbeats: POST /plays/{playId} with form field `event` = `beat` or `end`. */
  playId: string;
  /** URL that the frame loads; for a premium game it contains a ticket. */
  src: string;
};
