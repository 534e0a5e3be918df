import { useEffect, useRef, useState, type Dispatch, type SetStateAction } from 'react';
import { listPendingMessages, withSent, type OutgoingMessage, type Thread } from '../rules.ts';
import type { HelpCardView } from '../../help-requests/schema.ts';
import type { SendMessageResult } from '../schema.ts';
import { sendMessage } from './chat-api.ts';
import { newClientId } from './client-id.ts';
import { loadUnsentMessages, saveUnsentMessages } from './unsent-messages.ts';
import { useFailureToast } from './use-failure-toast.ts';

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
  'age-unknown',
  'closed',
  'sign-in-required',
];

type UseOutgoingMessagesOptions = {
  friendId: string;
  viewerId: string;
  thread: Thread;
  setThread: Dispatch<SetStateAction<Thread>>;
  /** A message was rejected; its text returns to the composer. */
  onRejected: (text: string, answer: SendMessageError) => void;
  /** The server answered that it did not process a message, which waits for a retry: what it allows may be another now. */
  onNotProcessed: () => void;
  /** The player asked for help in a message. */
  onHelp: (card: HelpCardView) => void;
};

/**
 * The messages that the server does not have yet, and the functions to send them. Messages are sent one after the other, so that they
 * arrive in the order they were written. Each keeps its client id across retries.
 */
export function useOutgoingMessages({
  friendId,
  viewerId,
  thread,
  setThread,
  onRejected,
  onNotProcessed,
  onHelp,
}: UseOutgoingMessagesOptions) {
  const [outgoing, setOutgoing] = useUnsentMessages(viewerId, friendId, thread);
  const sendQueue = useRef(Promise.resolve());
  const showFailure = useFailureToast(listPendingMessages(thread.messages, outgoing).length > 0);
  const latest = useRef({ onRejected, onNotProcessed, onHelp, showFailure });
  useEffect(() => {
    latest.current = { onRejected, onNotProcessed, onHelp, showFailure };
  });

  const deliver = ({ clientId, text }: OutgoingMessage) => {
    sendQueue.current = sendQueue.current.then(async () => {
      const answer = await sendMessage(friendId, text, clientId);
      if (answer === null || !(answer.ok || FINAL_ERROR_CODES.includes(answer.code))) {
        setOutgoing((now) => now.map((each) => (each.clientId === clientId ? { ...each, state: 'failed' } : each)));
        latest.current.showFailure();
        if (answer?.help) latest.current.onHelp(answer.help);
        if (answer !== null) latest.current.onNotProcessed();
        return;
      }
      setOutgoing((now) => now.filter((each) => each.clientId !== clientId));
      if (answer.help) latest.current.onHelp(answer.help);
      if (answer.ok) return setThread((known) => withSent(known, answer.message));
      const { mute, access } = answer;
      if (mute) setThread((known) => ({ ...known, muted: mute }));
      if (access) setThread((known) => ({ ...known, ...access }));
      if (answer.code === 'age-unknown') setThread((known) => ({ ...known, isAgeUnknown: true }));
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

  return { outgoing, send, resend };
}

/** The messages that are not sent, which survive leaving the page. */
function useUnsentMessages(viewerId: string, friendId: string, { messages }: Thread) {
  const [outgoing, setOutgoing] = useState<OutgoingMessage[]>([]);
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    const stored = loadUnsentMessages(viewerId, friendId);
    setOutgoing((now) => [...stored, ...now]);
    setRestored(true);
  }, [viewerId, friendId]);
  useEffect(() => {
    if (isRestored) saveUnsentMessages(viewerId, friendId, listPendingMessages(messages, outgoing));
  }, [viewerId, friendId, outgoing, messages, isRestored]);
  return [outgoing, setOutgoing] as const;
}
