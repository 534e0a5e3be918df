import { createHmac } from 'node:crypto';
import { isId } from '../shared/ids.ts';

/**
 * The key of a counter that must not say in the database, or in a backup of it, what it counts.
 * @param secret the application's
 * @param text what is counted, after a word for the use, so that no two uses have a key in common
 */
export function toCounterKey(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 27);
}

/**
 * A key as others may read it: a player's id as it is, and what else says who somebody is, such as an IP address, as a keyed hash.
 * @param use a word for what is counted
 */
export function toStoredKey(secret: string, use: string, key: string): string {
  return isId(key) ? key : toCounterKey(secret, [use, key].join(' '));
}
