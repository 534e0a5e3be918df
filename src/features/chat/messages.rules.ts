import type { RateLimit } from '../../shared/rate-limit.ts';
import type { PlayerPair } from './schema.ts';

/** Maximum characters of one message. */
export const MESSAGE_LENGTH_MAX = 500;
/** The most that is sent of a message that is too long: far more than one may have, so that it is refused as the whole would be. */
const SENT_LENGTH_MAX = 8 * MESSAGE_LENGTH_MAX;
/** Maximum lines of one message: more would push everything else off the screen. */
const MESSAGE_LINES_MAX = 20;
/** Messages one player can send per minute. */
export const MESSAGES_PER_MINUTE: RateLimit = { name: 'messages', points: 20, seconds: 60 };
/** The messages of one sender that are checked together with the next one: this many, if they were sent within this time. */
export const CHECKED_TOGETHER_MAX = 5;
export const CHECKED_TOGETHER_SECONDS = 600;
/** Characters of earlier messages that are checked with the next one. */
const CHECKED_TOGETHER_LENGTH = 300;
/** Typing signals one player can send per minute. The browser sends one every few seconds. */
export const TYPING_SIGNALS_PER_MINUTE: RateLimit = { name: 'typing', points: 60, seconds: 60 };
export const MESSAGES_PAGE_SIZE = 50;
/** Characters of a message that a notification shows (spec 2, section 9). */
const PREVIEW_LENGTH = 50;

/** Characters that display nothing: all kinds of spaces, joiners, fillers, combining marks without a letter. */
const INVISIBLE_CHARACTERS = /[\p{Cf}\p{Z}\p{M}\s\u115f\u1160\u2800\u3164\uffa0]/gu;
/** More combining marks on one letter than any language uses, and characters that change the text direction. */
const UNSAFE_CHARACTERS = /\p{M}{5}|[\u202a-\u202e\u2066-\u2069]/u;

/** Whether a message has more characters than one may have: as people count them, so a smiley is one. */
export function isTooLong(text: string): boolean {
  return countCharacters(text) > MESSAGE_LENGTH_MAX;
}

/**
 * What a browser sends of a message: of one that is far too long its beginning and its end, which is what the server reads of it before it
 * refuses it. All of it may be more than a request carries, and is paid for.
 */
export function toSentText(text: string): string {
  if (text.length <= SENT_LENGTH_MAX) return text;
  return `${text.slice(0, SENT_LENGTH_MAX / 2)}\n[…]\n${text.slice(-SENT_LENGTH_MAX / 2)}`;
}

/** The characters of a text that count for its length. */
export function countCharacters(text: string): number {
  return Array.from(text).length;
}

/**
 * The text as it is stored, or null if it is empty, too long or would break the page layout. Keeps line breaks, at most two in a row;
 * removes other control characters.
 */
export function normalizeMessageText(typed: string): string | null {
  const text = typed
    .replaceAll('\r\n', '\n')
    .replaceAll(/\n\s*\n/g, '\n\n')
    .trim();
  if (!text.isWellFormed() || /[^\P{Cc}\n]/u.test(text) || UNSAFE_CHARACTERS.test(text)) return null;
  if (text.split('\n').length > MESSAGE_LINES_MAX) return null;
  return text.replaceAll(INVISIBLE_CHARACTERS, '') !== '' && !isTooLong(text) ? text : null;
}

/**
 * Which of a sender's last messages are checked together with the next one: the newest whole ones that are not too long together.
 * @param newestFirst as the database lists them
 * @returns oldest first
 */
export function chooseCheckedTogether(newestFirst: readonly string[]): string[] {
  let length = 0;
  const tooLong = newestFirst.findIndex((text) => (length += text.length) > CHECKED_TOGETHER_LENGTH);
  return newestFirst.slice(0, tooLong === -1 ? newestFirst.length : tooLong).toReversed();
}

/** The first 50 characters, with '...' if there are more (spec 2, section 9). */
export function toPreview(text: string): string {
  const characters = Array.from(text);
  return characters.length <= PREVIEW_LENGTH ? text : `${characters.slice(0, PREVIEW_LENGTH).join('')}...`;
}

/** The pair of two players, ordered as the database orders it. */
export function toPlayerPair(me: string, other: string): PlayerPair {
  return me < other ? { low: me, high: other, isLow: true } : { low: other, high: me, isLow: false };
}

/** The message id for a sequence number in a conversation: zero-padded, so that ids sort in message order. */
export function toMessageId(seq: number): string {
  return String(seq).padStart(12, '0');
}

/** The sequence number in a message id, or null if the id is invalid. */
export function parseMessageId(id: string | null | undefined): number | null {
  return id && /^\d{12}$/.test(id) && Number(id) <= 2_000_000_000 ? Number(id) : null;
}
