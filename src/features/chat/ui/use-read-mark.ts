import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sendRead } from './ask.ts';

/** Tells the server what was read, when it can be seen. @param last the friend's newest message. @param onRead the server knows */
export function useReadMark(friendId: string, last: string | undefined, onRead: () => void): void {
  const marked = useRef<string>(undefined);
  const isBusy = useRef(false);
  // Something newer may have come while it was told.
  const [round, setRound] = useState(0);
  const isDue = () => last !== undefined && last !== marked.current && document.visibilityState === 'visible';
  const mark = useEffectEvent(async () => {
    if (last === undefined || isBusy.current || !isDue()) return;
    isBusy.current = true;
    const isDone = await sendRead(friendId, last);
    isBusy.current = false;
    // When it failed the next message, or the next look at the page, tries again.
    if (!isDone) return;
    marked.current = last;
    onRead();
    setRound((now) => now + 1);
  });
  useEffect(() => {
    void mark();
  }, [last, round]);
  useEffect(() => {
    const onSeen = () => void mark();
    document.addEventListener('visibilitychange', onSeen);
    return () => document.removeEventListener('visibilitychange', onSeen);
  }, []);
}
