import type { ActionResult } from '../../../shared/action-result.ts';

export const MESSAGES_PATH = '/operator/messages';
export const MESSAGE_STATES = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export type MessageFilter = MessageState | 'all';

/** A message in the list. Times are ISO. */
export type MessageItem = {
  id: string;
  name: string;
  email: string;
  subject: string;
  body: string;
  state: MessageState;
  createdAt: string;
  ageHours: number;
  /** Open for longer than the deadline for safety reports. */
  late: boolean;
  /** Sent by a player who had Pro at that time: answered first. */
  pro: boolean;
};
export type MessagePage = { items: MessageItem[]; next: string | null; open: number; late: number };

/** An account that the address of a message has to do with. */
export type AddressAccount = { id: string; username: string; as: AddressRole };
/**
 * What the address is to the account: its own, and somebody opened a link that was sent there; only typed for it; of the guardian who
 * agreed; of somebody who was asked to be the guardian and has not answered.
 */
type AddressRole = 'account' | 'unconfirmed-account' | 'guardian' | 'asked-guardian';

/** One message, its answers, and its audit log entries. */
export type MessageDetails = {
  message: MessageItem & { player: { id: string; username: string } | null };
  /** What is known of the address. Anybody can type one: it says nothing of who wrote. */
  accounts: AddressAccount[];
  answers: { id: string; actor: string; body: string; at: string }[];
  log: { id: string; at: string; actor: string; action: MessageAction; note: string }[];
  /** Id of the next answer, so that submitting it twice stores it once. */
  key: string;
};

const MESSAGE_ACTIONS = ['answer', 'close'] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];
export type MessageResult = ActionResult<{ action: MessageAction }>;
