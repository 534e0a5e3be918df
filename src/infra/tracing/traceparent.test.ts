import { expect, test } from 'vitest';
import { continueTrace, formatTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const PARENT = '00f067aa0ba902b7';
const KNOWN = `00-${TRACE}-${PARENT}-01`;

test('a well-formed header is continued with a part of our own, and passed on', () => {
  const trace = continueTrace(KNOWN);
  expect(trace).toEqual({ traceId: TRACE, spanId: expect.stringMatching(/^[0-9a-f]{16}$/), flags: '01' });
  expect(trace.spanId).not.toBe(PARENT);
  expect(formatTraceparent(trace)).toBe(`00-${TRACE}-${trace.spanId}-01`);
  expect(continueTrace(formatTraceparent(trace)).traceId).toBe(TRACE);
});

test('of a later version what is known is taken: the ids and the first flag', () => {
  expect(continueTrace(`cc-${TRACE}-${PARENT}-03-what comes then`)).toMatchObject({ traceId: TRACE, flags: '01' });
  expect(continueTrace(`cc-${TRACE}-${PARENT}-02`)).toMatchObject({ traceId: TRACE, flags: '00' });
});

test.each([
  ['none', undefined],
  ['empty', ''],
  ['no trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
  ['no parent', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['version ff', `ff-${TRACE}-${PARENT}-01`],
  ['version 00 with more', `${KNOWN}-more`],
  ['a later version with more, without a hyphen', `01-${TRACE}-${PARENT}-01more`],
  ['capital letters', KNOWN.toUpperCase()],
  ['too short', KNOWN.slice(0, -1)],
  ['space around', ` ${KNOWN}`],
  ['a line break behind', `${KNOWN}\n`],
  ['two', `${KNOWN}, ${KNOWN}`],
  ['very long', `cc-${TRACE}-${PARENT}-01-${'x'.repeat(5_000)}`],
  ['something else', '{"level":50,"msg":"not ours"}'],
])('a header that is not well-formed begins a new trace: %s', (_, header) => {
  const trace = continueTrace(header);
  expect(trace).toEqual({
    traceId: expect.stringMatching(/^[0-9a-f]{32}$/),
    spanId: expect.stringMatching(/^[0-9a-f]{16}$/),
    flags: '00',
  });
  expect(trace.traceId).not.toBe(TRACE);
  expect(continueTrace(header).traceId).not.toBe(trace.traceId);
});
