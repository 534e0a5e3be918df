import { createHmac } from 'node:crypto';

/**
 * The key of a counter that must not say in the database, or in a backup of it, what it counts.
 * @param secret the application's
 * @param text what is counted, after a word for the use, so that no two uses have a key in common
 */
export function toCounterKey(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url').slice(0, 27);
}
