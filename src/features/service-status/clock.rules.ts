/** Nairobi's offset from UTC, all year. */
const NAIROBI_MS = 3 * 3_600_000;

/** A time of the day in Nairobi, such as 21:04. */
export function toClock(iso: string): string {
  return toLocalInput(new Date(iso)).slice(11);
}

/** A time as a field for date and time holds it, in Nairobi: 2026-11-09T18:20. */
export function toLocalInput(time: Date): string {
  return new Date(time.getTime() + NAIROBI_MS).toISOString().slice(0, 16);
}

/** The time that such a field names; null if it names none. */
export function parseLocalInput(text: string): Date | null {
  // Some browsers add seconds.
  const minute = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(?::\d{2}(?:\.\d{1,3})?)?$/.exec(text.trim())?.[1];
  if (minute === undefined) return null;
  const time = new Date(Date.parse(`${minute}Z`) - NAIROBI_MS);
  // 30 February is none.
  return !Number.isNaN(time.getTime()) && toLocalInput(time) === minute ? time : null;
}
