import { useEffect, useRef, useState } from 'react';
import { sendTyping } from './ask.ts';
import { useChatEvents } from './chat-events.ts';

/** Somebody is told at most this often that one types, in milliseconds. */
const TELL_MS = 3_000;
/** So long typing is shown after it was heard. */
const SHOWN_MS = 5_000;

/** Whether a friend types; and tells them that one types oneself. @param lastFromFriend a new one ends their typing */
export function useTyping(friendId: string, lastFromFriend: string | undefined) {
  const [isTyping, setTyping] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const toldAt = useRef(0);

  useChatEvents((news) => {
    if (news.kind !== 'typing' || news.from !== friendId) return;
    clearTimeout(timer.current);
    setTyping(true);
    timer.current = setTimeout(() => setTyping(false), SHOWN_MS);
  });
  useEffect(() => setTyping(false), [lastFromFriend]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const tell = () => {
    const now = Date.now();
    if (now - toldAt.current < TELL_MS) return;
    toldAt.current = now;
    void sendTyping(friendId);
  };
  /** A message that was sent tells more: the next typing is told at once. */
  const rest = () => {
    toldAt.current = 0;
  };
  return { isTyping, tell, rest };
}
