import type { PlayerSummary, Presence } from '../friends/schema.ts';

/** Two players in the order in which the database names them. */
export type PlayerPair = { low: string; high: string; isLow: boolean };

/** A message as both see it. `clientId` is made by the sender's browser: sent again with the same one it is the same message. */
export type MessageView = { id: string; clientId: string; mine: boolean; text: string; at: string };

/** While somebody may not write: until when (ISO; '' for no end), in how many milliseconds, and why. */
export type Mute = { until: string; left: number | null; why: string };

/** A part of a conversation, the oldest message first. */
export type Conversation = {
  friend: PlayerSummary & { presence: Presence };
  messages: MessageView[];
  /** Hand it back as `before` to get what came before; null at the beginning. */
  earlier: string | null;
  /** Up to this message of mine the friend has read, or null. */
  readUpTo: string | null;
  muted: Mute | null;
  /** Chat is switched off for everybody. */
  off: boolean;
};

/** Why a text was not taken, for the words that are said. */
export type RejectionCategory =
  | 'profanity'
  | 'sexual'
  | 'bullying'
  | 'threat'
  | 'phone'
  | 'email'
  | 'link'
  | 'handle'
  | 'meet-elsewhere'
  | 'address'
  | 'payment';

/** What sending answers. */
export type SendMessageResponse =
  | { ok: true; message: MessageView }
  | { ok: false; code: string; requestId: string; kind?: RejectionCategory; until?: string; left?: number | null; why?: string };

export const REPORT_REASONS = ['bullying', 'bad-words', 'scary', 'personal-details', 'pretends', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
