import type { Conversation, MessageView } from './schema.ts';

/** From this length on, the composer shows the number of characters left. */
export const CHARACTER_COUNT_FROM = 400;
/** Messages of one player that follow each other within this time form one group, with one timestamp below. */
const MESSAGE_GROUP_GAP_MS = 5 * 60_000;

/** Compares ids, older first: ids of equal length as text, numbers of different length by size. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Merges two lists of messages: each message once, sorted by id. If both have a message, the one from `more` wins. */
export function mergeMessages(some: MessageView[], more: MessageView[]): MessageView[] {
  const all = new Map(some.map((message) => [message.id, message]));
  for (const message of more) all.set(message.id, message);
  return [...all.values()].sort((a, b) => compareIds(a.id, b.id));
}

type AccessField = 'muted' | 'off' | 'isAgeUnknown' | 'level' | 'door' | 'opensByCode';

/** The client's state of a conversation. */
export type Thread = Pick<Conversation, 'messages' | 'earlier' | 'readUpTo' | AccessField> & {
  /**
   * No message is missing up to this one. A message that was just sent may be ahead of one that has not been received yet, so it does not
   * count.
   */
  syncedUpTo: string | null;
};

/** Creates the state from a loaded conversation. */
export function toThread({ messages, earlier, readUpTo, ...rest }: Conversation): Thread {
  return { ...pickAccess(rest), messages: mergeMessages([], messages), earlier, readUpTo, syncedUpTo: findLastId(messages) };
}

/** What the viewer can do in a conversation, and why not more. */
function pickAccess(conversation: Pick<Conversation, AccessField>): Pick<Conversation, AccessField> {
  const { muted, off, isAgeUnknown, level, door, opensByCode } = conversation;
  return { muted, off, isAgeUnknown, level, door, opensByCode };
}

/** The thread after its latest page was reloaded. If the page does not overlap with the known messages, it replaces them. */
export function withLatestPage(thread: Thread, fresh: Conversation): Thread {
  const first = fresh.messages[0];
  const overlaps = first !== undefined && thread.syncedUpTo !== null && compareIds(first.id, thread.syncedUpTo) <= 0;
  if (!overlaps) return { ...toThread(fresh), messages: mergeMessages(fresh.messages, listOwnNewerThan(thread, fresh)) };
  const earlier = fresh.earlier === null ? null : thread.earlier;
  return { ...withNewer(thread, fresh), earlier };
}

/** The thread with the messages that follow its synced part. */
export function withNewer(thread: Thread, newer: Conversation): Thread {
  const syncedUpTo = laterId(thread.syncedUpTo, findLastId(newer.messages));
  return {
    ...thread,
    messages: mergeMessages(thread.messages, newer.messages),
    syncedUpTo,
    readUpTo: laterId(thread.readUpTo, newer.readUpTo),
    ...pickAccess(newer),
  };
}

/** The thread with the previous page added. */
export function withOlder(thread: Thread, older: Conversation): Thread {
  return { ...thread, messages: mergeMessages(older.messages, thread.messages), earlier: older.earlier };
}

/** The thread with one of the viewer's own messages that the server accepted. */
export function withSent(thread: Thread, message: MessageView): Thread {
  return { ...thread, messages: mergeMessages(thread.messages, [message]) };
}

/** Messages the viewer sent that are newer than everything that was loaded. */
function listOwnNewerThan(thread: Thread, fresh: Conversation): MessageView[] {
  const last = findLastId(fresh.messages);
  return thread.messages.filter(({ id, mine }) => mine && last !== null && compareIds(id, last) > 0);
}

function findLastId(messages: MessageView[]): string | null {
  return messages.reduce<string | null>((last, { id }) => laterId(last, id), null);
}

function laterId(a: string | null, b: string | null): string | null {
  if (a === null || b === null) return a ?? b;
  return compareIds(a, b) >= 0 ? a : b;
}

/** A message that is being sent or that failed. */
export type OutgoingMessage = { clientId: string; text: string; at: string; state: 'sending' | 'failed' };

/** A message as it is displayed. `id` is null until the server has the message. */
export type DisplayedMessage = {
  key: string;
  id: string | null;
  mine: boolean;
  text: string;
  at: string;
  state: 'sent' | OutgoingMessage['state'];
};

/** Messages that are still pending. A message that the server has is not pending, even if its response was lost. */
export function listPendingMessages(messages: MessageView[], outgoing: OutgoingMessage[]): OutgoingMessage[] {
  const mine = new Set(messages.filter((message) => message.mine).map(({ clientId }) => clientId));
  return outgoing.filter(({ clientId }) => !mine.has(clientId));
}

/** The messages to display: first those the server has, then the pending ones. */
export function toDisplayedMessages(messages: MessageView[], outgoing: OutgoingMessage[]): DisplayedMessage[] {
  return [
    ...messages.map(({ id, clientId, mine: isOwn, text, at }): DisplayedMessage => ({
      key: isOwn ? clientId : id,
      id,
      mine: isOwn,
      text,
      at,
      state: 'sent',
    })),
    ...listPendingMessages(messages, outgoing).map(({ clientId, text, at, state }): DisplayedMessage => ({
      key: clientId,
      id: null,
      mine: true,
      text,
      at,
      state,
    })),
  ];
}

/** The id of the viewer's last message that the friend has read, or null. */
export function findLastReadId(messages: MessageView[], readUpTo: string | null): string | null {
  if (readUpTo === null) return null;
  return findLastId(messages.filter(({ id, mine }) => mine && compareIds(id, readUpTo) <= 0));
}

/** Consecutive messages of one player on one day. */
type MessageGroup<M> = { mine: boolean; messages: M[] };
export type MessageDay<M> = { day: string; groups: MessageGroup<M>[] };

/** Groups messages, oldest first, by day and author. @param dayOf formats the date of a time, such as 2026-11-21 */
export function groupByDay<M extends { mine: boolean; at: string }>(messages: M[], dayOf: (time: Date) => string): MessageDay<M>[] {
  const days: MessageDay<M>[] = [];
  let previous: M | undefined;
  for (const message of messages) {
    const day = dayOf(new Date(message.at));
    if (days.at(-1)?.day !== day) {
      days.push({ day, groups: [] });
      previous = undefined;
    }
    const groups = days.at(-1)?.groups ?? [];
    const lastGroup = groups.at(-1);
    const isCloseInTime = previous !== undefined && Math.abs(Date.parse(message.at) - Date.parse(previous.at)) <= MESSAGE_GROUP_GAP_MS;
    if (lastGroup && lastGroup.mine === message.mine && isCloseInTime) lastGroup.messages.push(message);
    else groups.push({ mine: message.mine, messages: [message] });
    previous = message;
  }
  return days;
}
