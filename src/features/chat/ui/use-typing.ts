import { useEffect, useRef, useState } from 'react';
import { sendTyping } from './chat-api.ts';
import { useChatEvents } from './chat-events.ts';

/** Somebody is told at most this often that one types, in milliseconds. */
const SEND_INTERVAL_MS = 3_000;
/** So long typing is shown after it was heard. */
const DISPLAY_MS = 5_000;

/** Whether a friend types; and tells them that one types oneself. @param lastFromFriend a new one ends their typing */
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
  /** A message that was sent tells more: the next typing is told at once. */
  const resetThrottle = () => {
    lastSentAt.current = 0;
  };
  return { isTyping, tell: sendThrottled, rest: resetThrottle };
}
