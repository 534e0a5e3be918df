import { useEffect, useRef, useState } from 'react';
import { sendTyping } from './chat-api.ts';
import { useChatEvents } from './chat-events.ts';

/** Minimum interval between two typing signals, in milliseconds. */
const SEND_INTERVAL_MS = 3_000;
/** How long the typing indicator is shown after a signal, in milliseconds. */
const DISPLAY_MS = 5_000;

/**
 * Returns whether a friend is typing, and sends the viewer's own typing signals.
 * @param lastFromFriend a new message ends the friend's typing
 */
export function useTyping(friendId: string, lastFromFriend: string | undefined) {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastSentAt = useRef(0);

  useChatEvents((event) => {
    if (event.kind !== 'typing' || event.from !== friendId) return;
    clearTimeout(timer.current);
    setTyping(true);
    timer.current = setTimeout(() => setTyping(false), DISPLAY_MS);
  });
  useEffect(() => setTyping(false), [lastFromFriend]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const sendThrottled = () => {
    const now = Date.now();
    if (now - lastSentAt.current < SEND_INTERVAL_MS) return;
    lastSentAt.current = now;
    void sendTyping(friendId);
  };
  /** After a message was sent, the next typing signal is sent without delay. */
  const resetThrottle = () => {
    lastSentAt.current = 0;
  };
  return { isTyping, send: sendThrottled, rest: resetThrottle };
}
