import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A content ticket gives access to the files of a game that is not for everybody for at least this many seconds: a play may be long, and load
 * files late.
 */
const TICKET_SECONDS = 4 * 60 * 60;
/** Tickets expire at full hours, so that the plays of an hour have one address and the browser loads the files once. */
const TICKET_STEP_SECONDS = 60 * 60;
/** No ticket lasts longer, in seconds. */
export const TICKET_SECONDS_MAX = TICKET_SECONDS + TICKET_STEP_SECONDS;

/** An offline play that is reported later than this many days counts as if it started this many days ago. */
export const OFFLINE_PLAY_DAYS = 30;

/**
 * A ticket for the files of one game, for one player: `<game id>.<player id>.<expiry, seconds since 1970, base 36>.<signature>`. It is part
 * of the URL of the game's files, so that further files that the game loads by relative URL carry it too.
 */
export function createTicket(secret: string, gameId: string, playerId: string, now: Date): string {
  const end = Math.ceil((now.getTime() / 1000 + TICKET_SECONDS) / TICKET_STEP_SECONDS) * TICKET_STEP_SECONDS;
  return signTicket(secret, gameId, playerId, end);
}

/** @param end when it expires, in seconds since 1970 */
function signTicket(secret: string, gameId: string, subject: string, end: number): string {
  const payload = `${gameId}.${subject}.${end.toString(36)}`;
  return `${payload}.${sign(secret, payload)}`;
}

/**
 * Checks the signature, game and expiry. It does not check whether the player may still play it.
 * @returns the player's id, or null if the ticket is not valid for this game
 */
export function verifyTicket(secret: string, ticket: string, gameId: string, now: Date): string | null {
  const [id, playerId, expiry, signature, ...rest] = ticket.split('.');
  if (id !== gameId || !playerId || !expiry || !signature || rest.length > 0) return null;
  const expectedSignature = Buffer.from(sign(secret, `${id}.${playerId}.${expiry}`));
  const givenSignature = Buffer.from(signature);
  if (expectedSignature.length !== givenSignature.length || !timingSafeEqual(expectedSignature, givenSignature)) return null;
  return Number.parseInt(expiry, 36) * 1000 > now.getTime() ? playerId : null;
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`game ticket ${text}`).digest('base64url');
}

/**
 * Whom the ticket of an operator's preview is for: it opens the files of a hidden game too. Ids of players have no such beginning, so that no
 * player's ticket is one.
 */
const PREVIEW = 'preview_';

/** A ticket with which an operator tries a game that is hidden. */
export function createPreviewTicket(secret: string, gameId: string, operatorId: string, now: Date): string {
  return createTicket(secret, gameId, `${PREVIEW}${operatorId}`, now);
}

/**
 * Whom the ticket of the browser is for that checks games: it opens exactly this game, also a hidden or premium one. Ids of players are UUIDs, and a
 * preview's begin otherwise, so that no ticket of somebody else is one.
 */
export const ROBOT = 'robot';
/** Our own game: if it does not open, the fault is ours. No game of the catalogue can have this id. */
export const CONTROL_GAME = '_control';
/** How long the browser's ticket is valid, in seconds: it is used at once. */
const ROBOT_SECONDS = 5 * 60;

/** A ticket with which the browser that checks games opens one. */
export function createRobotTicket(secret: string, gameId: string, now: Date): string {
  return signTicket(secret, gameId, ROBOT, Math.ceil(now.getTime() / 1000) + ROBOT_SECONDS);
}

/** The operator of a preview's ticket; null for a player's. @param subject see verifyTicket */
export function getPreviewOperator(subject: string): string | null {
  return subject.startsWith(PREVIEW) ? subject.slice(PREVIEW.length) : null;
}

/** A game opened again within this time stays in the same history entry, in minutes (spec 1, section 9). */
export const HISTORY_MERGE_MINUTES = 60;

/** A play that is over, and how long the player was in the game. */
export type PastPlay = { playerId: string; gameId: string; at: Date; seconds: number };

/** The history entries that plays leave: a play within HISTORY_MERGE_MINUTES of an entry only makes it newer. */
export function mergeIntoHistory<P extends Pick<PastPlay, 'playerId' | 'gameId' | 'at'>>(plays: readonly P[]): P[] {
  const latest = new Map<string, P>();
  const finished: P[] = [];
  for (const play of plays.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const key = `${play.playerId} ${play.gameId}`;
    const before = latest.get(key);
    if (before && play.at.getTime() - before.at.getTime() >= HISTORY_MERGE_MINUTES * 60_000) finished.push(before);
    latest.set(key, play);
  }
  return [...finished, ...latest.values()];
}
