import type { RateLimit } from '../../../shared/rate-limit.ts';
import type { PlayerPair } from '../schema.ts';

/** Letters of one message. */
export const MESSAGE_LENGTH_MAX = 500;
/** Lines of one message: more would push all else out of sight. */
const MESSAGE_LINES_MAX = 20;
/** Messages one player can send in a minute. */
export const MESSAGES_PER_MINUTE: RateLimit = { name: 'messages', points: 20, seconds: 60 };
/** Signs that one player types, in a minute: a browser tells it every few seconds. */
export const TYPING_SIGNALS_PER_MINUTE: RateLimit = { name: 'typing', points: 60, seconds: 60 };
export const MESSAGES_PAGE_SIZE = 50;
/** Letters of a message that a notification shows (spec 2, section 9). */
const PREVIEW_LENGTH = 50;

/** Signs that show nothing: spaces of all kinds, joiners, fillers, accents without a letter. */
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Z}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]/gu;
/** More accents on one letter than any language has, and signs that turn the direction of what follows. */
const UNSAFE_CHARACTERS = /\p{M}{5}|[\u202a-\u202e\u2066-\u2069]/u;

/**
 * A text as it is kept, or null where it says nothing, too much, or would spoil the page. Line ends are kept, two in a row at
 * most; other control characters are none.
 */
export function normalizeMessageText(typed: string): string | null {
  const text = typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n\s*\n/g, '\n\n')
    .trim();
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text) || UNSAFE_CHARACTERS.test(text)) return null;
  if (text.split('\n').length > MESSAGE_LINES_MAX) return null;
  return text.replaceAll(INVISIBLE_CHARACTERS, '') !== '' && Array.from(text).length <= MESSAGE_LENGTH_MAX ? text : null;
}

/** The first 50 characters, with '...' if there are more (spec 2, section 9). */
export function toPreview(text: string): string {
  const characters = Array.from(text);
  return characters.length <= PREVIEW_LENGTH ? text : `${characters.slice(0, PREVIEW_LENGTH).join('')}...`;
}

/** The pair of one player and another. */
export function toPlayerPair(me: string, other: string): PlayerPair {
  return me < other ? { low: me, high: other, isLow: true } : { low: other, high: me, isLow: false };
}

/** A message's number in its conversation as its id: as text, so that the order of texts is the order of messages. */
export function toMessageId(seq: number): string {
  return String(seq).padStart(12, '0');
}

/** The number in an id, or null where it is none. */
export function parseMessageId(id: string | null | undefined): number | null {
  return id && /^\d{12}$/.test(id) && Number(id) <= 2_000_000_000 ? Number(id) : null;
}
