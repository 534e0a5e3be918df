import { createHmac, timingSafeEqual } from 'node:crypto';

/** A content ticket opens a premium game's files for this long. */
export const TICKET_SECONDS = 4 * 60 * 60;

/**
 * A ticket for the files of one game: `<game id>.<expiry, seconds since 1970, base 36>.<signature>`.
 * It stands in the address of the game's files, so that what the game loads next carries it too.
 */
export function makeTicket(secret: string, gameId: string, now: Date): string {
  const expiry = Math.floor(now.getTime() / 1000 + TICKET_SECONDS).toString(36);
  return `${gameId}.${expiry}.${sign(secret, `${gameId}.${expiry}`)}`;
}

/** Whether a ticket was made by us, for this game, and still holds. */
export function isTicketGood(secret: string, ticket: string, gameId: string, now: Date): boolean {
  const [id, expiry, signature, ...rest] = ticket.split('.');
  if (id !== gameId || !expiry || !signature || rest.length > 0) return false;
  const made = Buffer.from(sign(secret, `${id}.${expiry}`));
  const given = Buffer.from(signature);
  if (made.length !== given.length || !timingSafeEqual(made, given)) return false;
  return Number.parseInt(expiry, 36) * 1000 > now.getTime();
}

function sign(secret: string, text: string): string {
  return createHmac('sha256', secret).update(`game ticket ${text}`).digest('base64url');
}
