import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { MESSAGES_PAGE_SIZE } from '../messages.rules.ts';
import { toDisplayedMessages, toThread, withLatestPage, withNewer, withOlder, type Thread } from '../rules.ts';
import type { HelpCardView } from '../../help-requests/schema.ts';
import type { Conversation } from '../schema.ts';
import { fetchConversation } from './chat-api.ts';
import { useChatEvents, useConversationRefresh } from './chat-events.ts';
import { useOlderMessages } from './use-older-messages.ts';
import { useOutgoingMessages, type SendMessageError } from './use-outgoing-messages.ts';

type UseThreadOptions = {
  conversation: Conversation;
  viewerId: string;
  /** A message was rejected; its text returns to the composer. */
  onRejected: (text: string, answer: SendMessageError) => void;
  /** The two are no longer friends. */
  onFriendRemoved: () => void;
  /** The player asked for help in a message. */
  onHelp: (card: HelpCardView) => void;
};

/**
 * The state of a conversation, and the functions to load and send messages. Use a different `key` for each friend.
 */
export function useThread({ conversation, viewerId, onRejected, onFriendRemoved, onHelp }: UseThreadOptions) {
  const friendId = conversation.friend.id;
  const [thread, setThread] = useState(() => toThread(conversation));
  const [loadedConversation, setLoadedConversation] = useState(conversation);
  if (loadedConversation !== conversation) {
    setLoadedConversation(conversation);
    setThread(withLatestPage(thread, conversation));
  }
  const fetchNew = useNewMessages({ friendId, thread, setThread, onFriendRemoved });
  const { outgoing, send, resend } = useOutgoingMessages({
    friendId,
    viewerId,
    thread,
    setThread,
    onRejected,
    onHelp,
    // Chat may have been disabled: load the current state.
    onNotProcessed: () => void fetchNew(),
  });
  useConversationRefresh(
    (playerId) => playerId === friendId || playerId === viewerId,
    () => void fetchNew(),
  );

  useChatEvents((event) => {
    if (event.kind === 'switched' && event.flag === 'chat') setThread((known) => ({ ...known, off: !event.isEnabled }));
    if (event.kind === 'sanction') void fetchNew();
  });

  const older = useOlderMessages(thread.earlier, async (before) => {
    const page = await fetchConversation(friendId, { before });
    if (page === null || page === 'gone') return false;
    setThread((known) => (known.earlier === before ? withOlder(known, page) : known));
    return true;
  });

  const clearMute = () => setThread((known) => ({ ...known, muted: null }));
  return { thread, shown: toDisplayedMessages(thread.messages, outgoing), older, send, resend, clearMute };
}

type UseNewMessagesOptions = {
  friendId: string;
  thread: Thread;
  setThread: Dispatch<SetStateAction<Thread>>;
  onFriendRemoved: () => void;
};

/** Returns a function that loads new messages. It runs once more if another event arrived during the request. */
function useNewMessages({ friendId, thread, setThread, onFriendRemoved }: UseNewMessagesOptions) {
  const latest = useRef({ syncedUpTo: thread.syncedUpTo, isFetching: false, isStale: false, onFriendRemoved });
  useEffect(() => {
    latest.current.syncedUpTo = thread.syncedUpTo;
    latest.current.onFriendRemoved = onFriendRemoved;
  });
  return async () => {
    const now = latest.current;
    now.isStale = true;
    if (now.isFetching) return;
    now.isFetching = true;
    while (now.isStale) {
      now.isStale = false;
      const { syncedUpTo } = now;
      const update = await fetchConversation(friendId, syncedUpTo === null ? null : { after: syncedUpTo });
      if (update === 'gone') now.onFriendRemoved();
      if (update === null || update === 'gone') continue;
      setThread((known) => (syncedUpTo === null ? withLatestPage(known, update) : withNewer(known, update)));
      now.syncedUpTo = update.messages.at(-1)?.id ?? syncedUpTo;
      if (syncedUpTo !== null && update.messages.length >= MESSAGES_PAGE_SIZE) now.isStale = true;
    }
    now.isFetching = false;
  };
}
