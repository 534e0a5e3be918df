import { v7 } from 'uuid';

/**
 * Creates a new id (UUID version 7): unique, and sorted by time, so that indexes stay compact.
 * @param random 16 bytes in place of random ones, for an id whose end is the same wherever it is made
 */
export function newId(now: Date = new Date(), random?: Uint8Array): string {
  return v7({ msecs: now.getTime(), ...(random && { random }) });
}

/** Whether a string has the format of newId, so that the database can parse it. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
