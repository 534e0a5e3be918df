import { randomBytes } from 'node:crypto';

/** Where a piece of work stands in a trace, as the W3C's Trace Context names it. All three are lower-case hexadecimal. */
export type Trace = {
  /** 32 digits, the same in everything that one request causes, wherever that runs. */
  traceId: string;
  /** 16 digits: our own part of it. */
  spanId: string;
  /** 2 digits: what whoever began the trace wants to be done with it. */
  flags: string;
};

/** Version 00 has exactly these 55 characters. A later version may have more behind a hyphen, and version ff does not exist. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-[\x20-\x7e]{0,400})?$/;
const ALL_ZERO = /^0+$/;
const NOT_RECORDED = '00';

/**
 * The trace of a piece of work: that of its caller if the header is well-formed, else a new one. Anybody can send the header, so nothing is
 * taken from it but digits.
 */
export function continueTrace(header: string | undefined): Trace {
  const spanId = randomBytes(8).toString('hex');
  const [, version, traceId = '', parentId = '', flags = '', more] = TRACEPARENT.exec(header ?? '') ?? [];
  if (version === undefined || ALL_ZERO.test(traceId) || ALL_ZERO.test(parentId) || (version === '00' && more !== undefined))
    return { traceId: randomBytes(16).toString('hex'), spanId, flags: NOT_RECORDED };
  // Of the flags of a later version only the first bit is known.
  return { traceId, spanId, flags: version === '00' ? flags : Number.parseInt(flags, 16) & 1 ? '01' : NOT_RECORDED };
}

/** The header for what this piece of work asks of others. */
export function formatTraceparent({ traceId, spanId, flags }: Trace): string {
  return `00-${traceId}-${spanId}-${flags}`;
}
