import type { Conversation, MessageView } from './schema.ts';

/** From this many on the player sees how many are left. */
export const CHARACTER_COUNT_FROM = 400;
/** Messages of one player that follow each other within this time stand together, with one time under them. */
const MESSAGE_GROUP_GAP_MS = 5 * 60_000;

/** The order of ids, later ones last: ids of one length go by their letters, numbers by their size. */
export function compareIds(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Two lists of messages as one: each message once, in the order of ids, the one that came later wins. */
export function mergeMessages(some: MessageView[], more: MessageView[]): MessageView[] {
  const all = new Map(some.map((message) => [message.id, message]));
  for (const message of more) all.set(message.id, message);
  return [...all.values()].sort((a, b) => compareIds(a.id, b.id));
}

/** What is known of a conversation. */
export type Thread = Pick<Conversation, 'messages' | 'earlier' | 'readUpTo' | 'muted' | 'off'> & {
  /**
   * Up to this message nothing is missing. A message that was just sent may be ahead of one that is still on its way here,
   * so it does not count.
   */
  syncedUpTo: string | null;
};

/** A conversation as it was loaded. */
export function toThread({ messages, earlier, readUpTo, muted, off }: Conversation): Thread {
  return { messages: mergeMessages([], messages), earlier, readUpTo, muted, off, syncedUpTo: findLastId(messages) };
}

/** The thread after its newest page was loaded anew. Where that does not reach what is known, it takes its place. */
export function withLatestPage(thread: Thread, fresh: Conversation): Thread {
  const first = fresh.messages[0];
  const overlaps = first !== undefined && thread.syncedUpTo !== null && compareIds(first.id, thread.syncedUpTo) <= 0;
  if (!overlaps) return { ...toThread(fresh), messages: mergeMessages(fresh.messages, listOwnNewerThan(thread, fresh)) };
  const earlier = fresh.earlier === null ? null : thread.earlier;
  return { ...withNewer(thread, fresh), earlier };
}

/** The thread with what came after its tail. */
export function withNewer(thread: Thread, newer: Conversation): Thread {
  const { readUpTo, muted, off } = newer;
  const syncedUpTo = laterId(thread.syncedUpTo, findLastId(newer.messages));
  return {
    ...thread,
    messages: mergeMessages(thread.messages, newer.messages),
    syncedUpTo,
    readUpTo: laterId(thread.readUpTo, readUpTo),
    muted,
    off,
  };
}

/** The thread with the page before it. */
export function withOlder(thread: Thread, older: Conversation): Thread {
  return { ...thread, messages: mergeMessages(older.messages, thread.messages), earlier: older.earlier };
}

/** The thread with a message of one's own that has arrived. */
export function withSent(thread: Thread, message: MessageView): Thread {
  return { ...thread, messages: mergeMessages(thread.messages, [message]) };
}

/** What was sent from here and is newer than all that was loaded. */
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

/** A message that is on its way, or did not get there. */
export type OutgoingMessage = { clientId: string; text: string; at: string; state: 'sending' | 'failed' };

/** A message as it is shown. `id` is null while the server does not have it. */
export type DisplayedMessage = {
  key: string;
  id: string | null;
  mine: boolean;
  text: string;
  at: string;
  state: 'sent' | OutgoingMessage['state'];
};

/** What is on its way still: a message that arrived, though its answer was lost, is not. */
export function listPendingMessages(messages: MessageView[], outgoing: OutgoingMessage[]): OutgoingMessage[] {
  const mine = new Set(messages.filter((message) => message.mine).map(({ clientId }) => clientId));
  return outgoing.filter(({ clientId }) => !mine.has(clientId));
}

/** What is shown: all that arrived, then what is on its way. */
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

/** The last message of one's own that was read, or null. */
export function findLastReadId(messages: MessageView[], readUpTo: string | null): string | null {
  if (readUpTo === null) return null;
  return findLastId(messages.filter(({ id, mine }) => mine && compareIds(id, readUpTo) <= 0));
}

/** Messages of one player in a row, and of one day. */
type MessageGroup<M> = { mine: boolean; messages: M[] };
export type MessageDay<M> = { day: string; groups: MessageGroup<M>[] };

/** Puts messages, the oldest first, together by days and by who wrote them. @param dayOf the date of a time, as 2026-11-21 */
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
