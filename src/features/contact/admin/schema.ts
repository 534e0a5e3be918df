export const MESSAGES_PATH = '/operator/messages';
export const MESSAGE_STATES = ['open', 'answered', 'closed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];
export type MessageFilter = MessageState | 'all';

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
export type MessageDetails = {
  message: MessageItem & { player: { id: string; username: string } | null };
  answers: { id: string; actor: string; body: string; at: string }[];
  log: { id: string; at: string; actor: string; action: MessageAction; note: string }[];
  /** Names the next answer: sent twice, it is one. */
  key: string;
};

const MESSAGE_ACTIONS = ['answer', 'close'] as const;
export type MessageAction = (typeof MESSAGE_ACTIONS)[number];
export type MessageResult = { ok: true; action: MessageAction } | { ok: false; error: string; action: MessageAction | null; value: string };
