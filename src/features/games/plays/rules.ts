import { createHmac, timingSafeEqual } from 'node:crypto';

/** A content ticket opens a premium game's files for this long. */
export const TICKET_SECONDS = 4 * 60 * 60;

/** A play without a network that is told later than this counts as of then, in days. */
export const OFFLINE_PLAY_DAYS = 30;

/**
 * A ticket for the files of one game, for one player: `<game id>.<player id>.<expiry, seconds since 1970, base 36>.<signature>`.
 * It stands in the address of the game's files, so that what the game loads next carries it too.
 */
export function createTicket(secret: string, gameId: string, playerId: string, now: Date): string {
  const expiry = Math.floor(now.getTime() / 1000 + TICKET_SECONDS).toString(36);
  const payload = `${gameId}.${playerId}.${expiry}`;
  return `${payload}.${sign(secret, payload)}`;
}

/** @returns whose ticket it is, when it was made by us, for this game, and still holds; whether they still may play is asked apart. */
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
