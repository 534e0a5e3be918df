export const MESSAGES_ADDRESS = '/operator/messages';
export const MESSAGE_STATES = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export type ShownState = MessageState | 'all';

/** A message in the list. Moments are ISO. */
export type MessageItem = {
  id: string;
  name: string;
  email: string;
  subject: string;
  body: string;
  state: MessageState;
  createdAt: string;
  ageHours: number;
  /** Open for longer than safety reports may wait. */
  late: boolean;
  /** Of a player who had Pro when it came: answered first. */
  pro: boolean;
};
export type MessagePage = { items: MessageItem[]; next: string | null; open: number; late: number };

/** One message, what was answered, and what the team did. */
export type MessageCase = {
  message: MessageItem & { player: { id: string; username: string } | null };
  answers: { id: string; actor: string; body: string; at: string }[];
  log: { id: string; at: string; actor: string; action: MessageDeed; note: string }[];
  /** Names the next answer: sent twice, it is one. */
  key: string;
};

export const MESSAGE_DEEDS = ['answer', 'close'] as const;
export type MessageDeed = (typeof MESSAGE_DEEDS)[number];
export type MessageAnswer = { ok: true; deed: MessageDeed } | { ok: false; fault: string; deed: MessageDeed | null; typed: string };
