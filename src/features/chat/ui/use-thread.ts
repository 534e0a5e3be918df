import { useEffect, useRef, useState } from 'react';
import { useAskWhenBack, useFault, type Fault } from '../../../web/use-fault.ts';
import { shownOf, threadOf, waitingOf, withFresh, withNewer, withOlder, withSent, type Outgoing } from '../rules.ts';
import type { Conversation, SendAnswer } from '../schema.ts';
import { MESSAGES_PAGE } from '../sending/rules.ts';
import { askConversation, sendMessage } from './ask.ts';
import { useChatEvents, useConversationRefresh } from './chat-events.ts';
import { newClientId } from './client-id.ts';
import { keepUnsent, keptUnsent } from './kept-unsent.ts';

/** An answer that says no. */
export type Refused = Extract<SendAnswer, { ok: false }>;

/** With these the server said what is wrong with a message; with any other it did not come so far. */
const FINAL = ['bad-input', 'too-large', 'too-many-requests', 'not-allowed', 'not-found', 'not-available', 'sign-in-required'];

/** Whether a message was refused because its writer may not write for a while, or at all. */
export function isMute({ until, why }: Refused): boolean {
  return until !== undefined || why !== undefined;
}

type ThreadProps = {
  conversation: Conversation;
  viewerId: string;
  /** A message was not taken; its text goes back to who wrote it. */
  onRefused: (text: string, answer: Refused) => void;
  /** The two are friends no more. */
  onGone: () => void;
  /** A message did not come through; it waits to be tried again. */
  onFailed: () => void;
};

/**
 * What is known of a conversation, and the ways to learn and to say more. Messages are sent one after the other, so that
 * they arrive in the order they were written; each keeps its id however often it is tried. Give it another `key` for
 * another friend.
 */
export function useThread({ conversation, viewerId, onRefused, onFailed, onGone }: ThreadProps) {
  const friendId = conversation.friend.id;
  const [thread, setThread] = useState(() => threadOf(conversation));
  const [told, setTold] = useState(conversation);
  if (told !== conversation) {
    setTold(conversation);
    setThread(withFresh(thread, conversation));
  }
  const [outgoing, setOutgoing] = useState<Outgoing[]>([]);
  const [isRestored, setRestored] = useState(false);
  const line = useRef(Promise.resolve());
  const state = useRef({ tail: thread.tail, isLooking: false, isDue: false, refuse: onRefused, fail: onFailed, goes: onGone });
  useEffect(() => {
    state.current.tail = thread.tail;
    state.current.refuse = onRefused;
    state.current.fail = onFailed;
    state.current.goes = onGone;
  });

  useEffect(() => {
    const kept = keptUnsent(viewerId, friendId);
    setOutgoing((now) => [...kept, ...now]);
    setRestored(true);
  }, [viewerId, friendId]);
  useEffect(() => {
    if (isRestored) keepUnsent(viewerId, friendId, waitingOf(thread.messages, outgoing));
  }, [viewerId, friendId, outgoing, thread.messages, isRestored]);

  /** Loads what is new, once more when something was heard meanwhile. */
  const look = async () => {
    const now = state.current;
    now.isDue = true;
    if (now.isLooking) return;
    now.isLooking = true;
    while (now.isDue) {
      now.isDue = false;
      const { tail } = now;
      const news = await askConversation(friendId, tail === null ? null : { after: tail });
      if (news === 'gone') now.goes();
      if (news === null || news === 'gone') continue;
      setThread((known) => (tail === null ? withFresh(known, news) : withNewer(known, news)));
      now.tail = news.messages.at(-1)?.id ?? tail;
      if (tail !== null && news.messages.length >= MESSAGES_PAGE) now.isDue = true;
    }
    now.isLooking = false;
  };
  useConversationRefresh(
    (playerId) => playerId === friendId || playerId === viewerId,
    () => void look(),
  );

  useChatEvents((news) => {
    if (news.kind === 'switched') setThread((known) => ({ ...known, off: !news.chat }));
  });

  const older = useOlder(thread.earlier, async (before) => {
    const page = await askConversation(friendId, { before });
    if (page === null || page === 'gone') return false;
    setThread((known) => (known.earlier === before ? withOlder(known, page) : known));
    return true;
  });

  const deliver = ({ clientId, text }: Outgoing) => {
    line.current = line.current.then(async () => {
      const answer = await sendMessage(friendId, text, clientId);
      const isFinal = answer !== null && (answer.ok || answer.kind !== undefined || isMute(answer) || FINAL.includes(answer.code));
      if (!isFinal) {
        setOutgoing((now) => now.map((each) => (each.clientId === clientId ? { ...each, state: 'failed' } : each)));
        state.current.fail();
        // It may be that chat was switched off.
        return answer === null ? undefined : void look();
      }
      setOutgoing((now) => now.filter((each) => each.clientId !== clientId));
      if (answer.ok) return setThread((known) => withSent(known, answer.message));
      const { until, left, why } = answer;
      if (isMute(answer)) setThread((known) => ({ ...known, muted: { until: until ?? '', left: left ?? null, why: why ?? '' } }));
      state.current.refuse(text, answer);
    });
  };

  const send = (text: string) => {
    const message: Outgoing = { clientId: newClientId(), text, at: new Date().toISOString(), state: 'sending' };
    setOutgoing((now) => [...now, message]);
    deliver(message);
  };

  const sendAgain = (clientId: string) => {
    const message = outgoing.find((each) => each.clientId === clientId);
    if (message?.state !== 'failed') return;
    setOutgoing((now) => now.map((each) => (each === message ? { ...each, state: 'sending' } : each)));
    deliver(message);
  };

  const unmute = () => setThread((known) => ({ ...known, muted: null }));
  return { thread, shown: shownOf(thread.messages, outgoing), older, send, sendAgain, unmute };
}

/** The way to earlier messages. @param load gives whether they came */
function useOlder(earlier: string | null, load: (before: string) => Promise<boolean>) {
  const [isBusy, setBusy] = useState(false);
  const isLoading = useRef(false);
  const { fault, fail, clear } = useFault();
  const loadOlder = async () => {
    if (earlier === null || isLoading.current) return;
    isLoading.current = true;
    setBusy(true);
    clear();
    if (!(await load(earlier))) await fail();
    isLoading.current = false;
    setBusy(false);
  };
  useAskWhenBack(fault, () => void loadOlder());
  const state: 'idle' | 'loading' | Fault = isBusy ? 'loading' : (fault ?? 'idle');
  return { hasMore: earlier !== null, state, load: loadOlder };
}

/** The earlier messages of a conversation. */
export type Older = ReturnType<typeof useOlder>;
