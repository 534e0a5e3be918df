import { v7 } from 'uuid';

/** The time in ms of the last id made here, and its number within that millisecond. */
const last = { msecs: 0, seq: 0 };

/**
 * Creates a new id (UUID version 7): unique, and sorted by time, so that indexes stay compact. Ids that one process makes in the same
 * millisecond are in the order in which they were made (RFC 9562, section 6.2, method 1), so that what was written first is listed first.
 * @param random 16 bytes in place of random ones, for an id whose end is the same wherever it is made
 */
export function newId(now: Date = new Date(), random?: Uint8Array): string {
  const msecs = now.getTime();
  if (random !== undefined) return v7({ msecs, random });
  // The first number has 31 bits, so that as many ids fit above it.
  last.seq = msecs === last.msecs ? last.seq + 1 : (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;
  last.msecs = msecs;
  return v7({ msecs, seq: last.seq });
}

/** Whether a string has the format of newId, so that the database can parse it. */
export function isId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}
