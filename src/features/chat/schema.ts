import type { ActionResult } from '../../shared/action-result.ts';
import type { ChatLevel } from '../../shared/permissions.ts';
import type { PlayerSummary, Presence } from '../friends/schema.ts';
import type { ConsentDoor } from '../guardians/schema.ts';
import type { HelpCardView } from '../help-requests/schema.ts';
import type { ModerationCategory } from '../safety/filter/schema.ts';

/** Two players in the order the database uses. */
export type PlayerPair = { low: string; high: string; isLow: boolean };

/** A message as both players see it. The sender's browser creates `clientId`: sending again with the same one is idempotent. */
export type MessageView = { id: string; clientId: string; mine: boolean; text: string; at: string };

/** A mute: its end (ISO; '' if it has none), the milliseconds left, and the reason. */
export type Mute = { until: string; left: number | null; why: string };

/** What two friends can write to each other, and why not more. */
export type ChatAccess = {
  level: ChatLevel;
  /**
   * Why what the viewer may do keeps it from being 'free', and what they can do about it. Null if it is free, or if only what the friend may
   * do closes it: nothing says what another player's guardian chose. A friend to whom everything is open can conclude that it was not all.
   */
  door: ConsentDoor | null;
  /** 'off', and the viewer could send ready phrases if the two were friends by a friend code. */
  opensByCode: boolean;
};

/** One page of a conversation, oldest message first. */
export type Conversation = ChatAccess & {
  friend: PlayerSummary & { presence: Presence };
  messages: MessageView[];
  /** Cursor: pass it as `before` to load the previous page; null at the beginning. */
  earlier: string | null;
  /** The friend has read my messages up to this one; null if none. */
  readUpTo: string | null;
  muted: Mute | null;
  /** Chat is disabled for everybody. */
  off: boolean;
  /** The friend has not told their age: neither of the two can write until they have. */
  isAgeUnknown: boolean;
};

/**
 * Result of sending a message. `category`: the filter rejected it (code 'refused'), `isTogether`: only together with the sender's last
 * messages; `mute`: its author is muted (code 'muted'); `access`: the two cannot write this to each other, or nothing at all (code 'closed').
 * `help`: its author asks for help, whether it was sent or not; only they see it.
 */
export type SendMessageResult = ActionResult<
  { message: MessageView; help?: HelpCardView },
  { help?: HelpCardView; category?: ModerationCategory; isTogether?: boolean; mute?: Mute; access?: ChatAccess }
>;

/** Result of reporting a player or a message. `help`: the description says that its writer needs help, whether the report was taken or not. */
export type PlayerReportResult = ActionResult<{ help?: HelpCardView }, { help?: HelpCardView }>;

export const REPORT_REASONS = ['bullying', 'bad-words', 'scary', 'personal-details', 'pretends', 'other'] as const;
export type ReportReason = (typeof REPORT_REASONS)[number];
