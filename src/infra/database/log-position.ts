/** A place in the primary's write-ahead log, in bytes from its beginning. Who has replayed the log up to it sees all that was committed before. */
export type LogPosition = bigint;

/** No replica ever has it. */
export const HIGHEST_POSITION: LogPosition = 2n ** 63n - 1n;

/** Every page of the log begins with a header, that of a segment's first page is longer. In bytes. */
const PAGE_HEADER = 24n;
const SEGMENT_HEADER = 40n;

/**
 * Where the next record goes lies after the header of its page. While the page has none yet, as on a quiet server after a segment was closed,
 * a replica that has replayed everything is at the page's start.
 * @returns the start of the page if nothing is on it, else the position as it is
 */
export function roundToPage(position: LogPosition, { segmentBytes, pageBytes }: { segmentBytes: number; pageBytes: number }): LogPosition {
  const header = position % BigInt(segmentBytes) < BigInt(pageBytes) ? SEGMENT_HEADER : PAGE_HEADER;
  const offset = position % BigInt(pageBytes);
  return offset <= header ? position - offset : position;
}

/** Entries are at least so far apart, in milliseconds, and so many are kept: about 17 minutes. */
const ENTRY_MS = 250;
const ENTRIES_MAX = 4_000;

/** Where the primary was and when, by which it is known how many seconds a replica is behind, whatever the clocks of the machines say. */
export type PositionHistory = {
  /** @param at milliseconds of a clock that only goes forward */
  add(at: number, position: LogPosition): void;
  /** What a replica must have replayed so that it is not too far behind at this time. */
  getRequired(now: number): LogPosition;
  /** For how many milliseconds a replica that has replayed up to this position has been missing what the primary has. */
  getLag(now: number, position: LogPosition): number;
};

/** @param maxLag how far behind a replica may be, in milliseconds */
export function createPositionHistory(maxLag: number): PositionHistory {
  // Oldest first; each is where the primary was then, and not before.
  const entries: { since: number; position: LogPosition }[] = [];
  return {
    add(at, position) {
      const last = entries.at(-1);
      if (last !== undefined && (last.position >= position || at - last.since < ENTRY_MS)) return;
      entries.push({ since: at, position });
      if (entries.length > ENTRIES_MAX) entries.shift();
    },
    getRequired: (now) => entries.findLast(({ since }) => since <= now - maxLag)?.position ?? 0n,
    getLag(now, position) {
      const missing = entries.find((each) => each.position > position);
      return missing === undefined ? 0 : now - missing.since;
    },
  };
}
