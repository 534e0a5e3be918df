export { HEARTBEAT_SECONDS } from '../audience/schema.ts';

/** What starting a play gives: POST /games/{id}/plays. */
export type PlayStart = {
  /** Names this play in heartbeats: POST /plays/{playId} with form field `event` = `beat` or `end`. */
  playId: string;
  /** Where the frame loads from, with a ticket in it for a premium game. */
  src: string;
};
