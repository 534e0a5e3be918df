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

/** One message, its answers, and its audit log entries. */
/** An account that the address of a message belongs to: its own, or that of the guardian of its player. */
export type AddressAccount = { id: string; username: string; as: 'player' | 'guardian' };

export type MessageDetails = {
  message: MessageItem & { player: { id: string; username: string } | null };
  /** Anybody can type an address: this says whose it is, not who wrote. */
  accounts: AddressAccount[];
  answers: { id: string; actor: string; body: string; at: string }[];
  log: { id: string; at: string; actor: string; action: MessageAction; note: string }[];
  /** Id of the next answer, so that submitting it twice stores it once. */
  key: string;
};

const MESSAGE_ACTIONS = ['answer', 'close'] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];
export type MessageResult = ActionResult<{ action: MessageAction }>;
