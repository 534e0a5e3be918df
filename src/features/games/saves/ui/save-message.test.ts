import { expect, test } from 'vitest';
import { SAVE_BYTES_MAX } from '../schema.ts';
import { parseSaveMessage } from './save-message.ts';

const refusalOf = (data: unknown) => parseSaveMessage({ kiddo: 1, type: 'save', data: { best: 1, data } }).refusal;

test('what the kit sends is read, and what is of another type counts as absent', () => {
  expect(parseSaveMessage({ data: { best: 7, muted: true, data: { level: 2 } }, lowerIsBetter: true })).toEqual({
    best: 7,
    isMuted: true,
    isLowerBetter: true,
    data: { level: 2 },
    refusal: null,
  });
  // An older kit does not say which score is the better one.
  for (const message of [
    {},
    { data: null },
    { data: 7 },
    { data: { best: '7', muted: 1 }, lowerIsBetter: 'yes' },
    { data: { best: Number.NaN } },
  ])
    expect(parseSaveMessage(message)).toEqual({ best: null, isMuted: null, isLowerBetter: null, data: undefined, refusal: null });
});

test('64 KB of JSON are kept, a byte more is not, in whatever form it comes', () => {
  expect(refusalOf('x'.repeat(SAVE_BYTES_MAX - 2))).toBeNull();
  expect(refusalOf('x'.repeat(SAVE_BYTES_MAX - 1))).toBe('too-large');
  expect(refusalOf('é'.repeat(SAVE_BYTES_MAX / 2 - 1))).toBeNull();
  expect(refusalOf('é'.repeat(SAVE_BYTES_MAX / 2))).toBe('too-large');
  const part = 'x'.repeat(1000);
  for (const large of [
    Array(20_000).fill(null),
    Array(60).fill(Array(60).fill(part)),
    Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`name of a field ${i}`, i])),
    new Uint8Array(SAVE_BYTES_MAX),
  ])
    expect(refusalOf(large)).toBe('too-large');
});

test('a save of many megabytes is never turned into a text', () => {
  const stringify = JSON.stringify;
  let count = 0;
  JSON.stringify = ((...args: Parameters<typeof stringify>) => (count++, stringify(...args))) as typeof stringify;
  try {
    expect([refusalOf('x'.repeat(10_000_000)), refusalOf(Array(1000).fill('x'.repeat(10_000))), count]).toEqual([
      'too-large',
      'too-large',
      0,
    ]);
  } finally {
    JSON.stringify = stringify;
  }
});

test('what cannot be JSON is refused and stops nothing', () => {
  const ring: Record<string, unknown> = {};
  ring['self'] = ring;
  expect([refusalOf(ring), refusalOf(10n), refusalOf(() => {})]).toEqual(['too-large', 'not-json', 'not-json']);
});
