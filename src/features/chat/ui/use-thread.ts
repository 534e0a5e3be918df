import { useEffect, useRef, useState } from 'react';
import { useRetryWhenOnline, useLoadError, type LoadError } from '../../../web/use-load-error.ts';
import {
  toDisplayedMessages,
  toThread,
  listPendingMessages,
  withLatestPage,
  withNewer,
  withOlder,
  withSent,
  type OutgoingMessage,
} from '../rules.ts';
import type { Conversation, SendMessageResult } from '../schema.ts';
import { MESSAGES_PAGE_SIZE } from '../messages/rules.ts';
import { fetchConversation, sendMessage } from './chat-api.ts';
import { useChatEvents, useConversationRefresh } from './chat-events.ts';
import { newClientId } from './client-id.ts';
import { saveUnsentMessages, loadUnsentMessages } from './unsent-messages.ts';

/** Why a message was not sent. */
export type SendMessageError = Extract<SendMessageResult, { ok: false }>;

/** With these codes the server rejected the message itself. With any other code it did not process the message. */
const FINAL_ERROR_CODES = [
  'refused',
  'muted',
  'bad-input',
  'too-large',
  'too-many-requests',
  'not-allowed',
  'not-found',
  'not-available',
  'sign-in-required',
];

type UseThreadOptions = {
  conversation: Conversation;
  viewerId: string;
  /** A message was rejected; its text returns to the composer. */
  onRejected: (text: string, answer: SendMessageError) => void;
  /** The two are no longer friends. */
  onFriendRemoved: () => void;
  /** A message was not sent; it waits for a retry. */
  onFailed: () => void;
};

/**
 * The state of a conversation, and the functions to load and send messages. Messages are sent one after the other, so that they arrive in
 * the order they were written. Each keeps its client id across retries. Use a different `key` for each friend.
 */
export function useThread({ conversation, viewerId, onRejected, onFailed, onFriendRemoved }: UseThreadOptions) {
  const friendId = conversation.friend.id;
  const [thread, setThread] = useState(() => toThread(conversation));
  const [loadedConversation, setLoadedConversation] = useState(conversation);
  if (loadedConversation !== conversation) {
    setLoadedConversation(conversation);
    setThread(withLatestPage(thread, conversation));
  }
  const [outgoing, setOutgoing] = useState<OutgoingMessage[]>([]);
  const [isRestored, setRestored] = useState(false);
  const sendQueue = useRef(Promise.resolve());
  const latest = useRef({
    syncedUpTo: thread.syncedUpTo,
    isFetching: false,
    isStale: false,
    onRejected,
    onFailed,
    onFriendRemoved,
  });
  useEffect(() => {
    latest.current.syncedUpTo = thread.syncedUpTo;
    latest.current.onRejected = onRejected;
    latest.current.onFailed = onFailed;
    latest.current.onFriendRemoved = onFriendRemoved;
  });

  useEffect(() => {
    const stored = loadUnsentMessages(viewerId, friendId);
    setOutgoing((now) => [...stored, ...now]);
    setRestored(true);
  }, [viewerId, friendId]);
  useEffect(() => {
    if (isRestored) saveUnsentMessages(viewerId, friendId, listPendingMessages(thread.messages, outgoing));
  }, [viewerId, friendId, outgoing, thread.messages, isRestored]);

  /** Loads new messages. Runs once more if another event arrived during the request. */
  const fetchNew = async () => {
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
  useConversationRefresh(
    (playerId) => playerId === friendId || playerId === viewerId,
    () => void fetchNew(),
  );

  useChatEvents((event) => {
    if (event.kind === 'switched') setThread((known) => ({ ...known, off: !event.chat }));
  });

  const older = useOlderMessages(thread.earlier, async (before) => {
    const page = await fetchConversation(friendId, { before });
    if (page === null || page === 'gone') return false;
    setThread((known) => (known.earlier === before ? withOlder(known, page) : known));
    return true;
  });

  const deliver = ({ clientId, text }: OutgoingMessage) => {
    sendQueue.current = sendQueue.current.then(async () => {
      const answer = await sendMessage(friendId, text, clientId);
      if (answer === null || !(answer.ok || FINAL_ERROR_CODES.includes(answer.code))) {
        setOutgoing((now) => now.map((each) => (each.clientId === clientId ? { ...each, state: 'failed' } : each)));
        latest.current.onFailed();
        // Chat may have been disabled: load the current state.
        return answer === null ? undefined : void fetchNew();
      }
      setOutgoing((now) => now.filter((each) => each.clientId !== clientId));
      if (answer.ok) return setThread((known) => withSent(known, answer.message));
      const { mute } = answer;
      if (mute) setThread((known) => ({ ...known, muted: mute }));
      latest.current.onRejected(text, answer);
    });
  };

  const send = (text: string) => {
    const message: OutgoingMessage = { clientId: newClientId(), text, at: new Date().toISOString(), state: 'sending' };
    setOutgoing((now) => [...now, message]);
    deliver(message);
  };

  const resend = (clientId: string) => {
    const message = outgoing.find((each) => each.clientId === clientId);
    if (message?.state !== 'failed') return;
    setOutgoing((now) => now.map((each) => (each === message ? { ...each, state: 'sending' } : each)));
    deliver(message);
  };

  const clearMute = () => setThread((known) => ({ ...known, muted: null }));
  return { thread, shown: toDisplayedMessages(thread.messages, outgoing), older, send, sendAgain: resend, unmute: clearMute };
}

/** Loads earlier messages. @param load returns whether it succeeded */
function useOlderMessages(earlier: string | null, load: (before: string) => Promise<boolean>) {
  const [isBusy, setBusy] = useState(false);
  const isLoading = useRef(false);
  const { error, fail, clear } = useLoadError();
  const loadOlder = async () => {
    if (earlier === null || isLoading.current) return;
    isLoading.current = true;
    setBusy(true);
    clear();
    if (!(await load(earlier))) await fail();
    isLoading.current = false;
    setBusy(false);
  };
  useRetryWhenOnline(error, () => void loadOlder());
  const state: 'idle' | 'loading' | LoadError = isBusy ? 'loading' : (error ?? 'idle');
  return { hasMore: earlier !== null, state, load: loadOlder };
}

/** The state of loading earlier messages. */
export type OlderMessages = ReturnType<typeof useOlderMessages>;
