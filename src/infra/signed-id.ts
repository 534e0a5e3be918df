import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '../shared/ids.ts';

/**
 * An id with a signature, for a link that only we can make: `{id}.{signature}`, 80 characters that need no escaping in an address.
 * The database holds no key for it and it has no end of its own; what the id stands for has.
 * @param purpose what the link is for, in words: a link of one kind is then none of another
 */
export function signId(secret: string, purpose: string, id: string): string {
  return `${id}.${createHmac('sha256', secret).update(`${purpose} ${id}`).digest('base64url')}`;
}

/** The id in what `signId` gave for the same purpose, or null for anything else. */
export function parseSignedId(secret: string, purpose: string, signed: string): string | null {
  const [, id = ''] = /^([\w-]{36})\.[\w-]{43}$/.exec(signed) ?? [];
  if (!isId(id)) return null;
  return timingSafeEqual(Buffer.from(signId(secret, purpose, id)), Buffer.from(signed)) ? id : null;
}
