import type { Readable, Writable } from 'node:stream';
import type { ConnectionTransport } from 'puppeteer-core';

/** The pipe that Chromium is driven through. */
export type ChromiumPipe = {
  transport: ConnectionTransport;
  /** Begins a visit: what it may make Chromium say is counted from here on. */
  startVisit(): void;
  /** Why the pipe was cut by us; null: it was not. */
  fault(): string | null;
};

/**
 * An event that is longer is left unread. The longest are requests for data: URLs, which have the whole file in them, as games in one file
 * do; none that we need comes near.
 */
const EVENT_BYTES_MAX = 256_000;
/** What answers us is a picture at most. */
const ANSWER_BYTES_MAX = 8_000_000;
/** What one visit may make Chromium tell us; of an event that is left unread, what was read of it. A game of a thousand files takes 10 MB. */
const VISIT_BYTES_MAX = 64_000_000;

/**
 * Creates a transport over two pipes; a page could reach a port. Messages end with a zero byte. What a page can make Chromium say has bounds:
 * beyond them the pipe is cut and Chromium ended.
 */
export function createChromiumPipe(to: Writable, from: Readable, kill: () => void): ChromiumPipe {
  let parts: Buffer[] = [];
  let length = 0;
  let isUnread = false;
  let visitBytes = 0;
  let fault: string | null = null;
  const transport: ConnectionTransport = {
    send: (message) => void to.write(`${message}\0`),
    close: kill,
  };
  const isCut = () => fault !== null;
  const cut = (why: string) => {
    fault ??= why;
    parts = [];
    from.destroy();
    kill();
  };
  const take = (part: Buffer) => {
    if (isUnread || isCut() || part.length === 0) return;
    parts.push(part);
    length += part.length;
    visitBytes += part.length;
    if (length > EVENT_BYTES_MAX && !isAnswer(parts)) {
      isUnread = true;
      parts = [];
    }
    if (length > ANSWER_BYTES_MAX) cut('Chromium gave too long an answer');
    if (visitBytes > VISIT_BYTES_MAX) cut('it made Chromium send more than 64 MB of messages');
  };
  const deliver = () => {
    const message = isUnread || isCut() ? null : Buffer.concat(parts).toString();
    parts = [];
    length = 0;
    isUnread = false;
    if (message !== null) transport.onmessage?.(message);
  };
  // Chromium went away; the other pipe says so.
  to.on('error', () => {});
  from.on('error', kill);
  from.on('close', () => transport.onclose?.());
  from.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0)) {
      take(rest.subarray(0, end));
      deliver();
      rest = rest.subarray(end + 1);
    }
    take(rest);
  });
  return { transport, startVisit: () => void (visitBytes = 0), fault: () => fault };
}

/** Whether a message answers us: those begin with the number of what we sent, events with their name. */
function isAnswer(parts: Buffer[]): boolean {
  return Buffer.concat(parts.slice(0, 6)).subarray(0, 6).toString() === '{"id":';
}
