import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sendReadReceipt } from './chat-api.ts';

/** Tells the server what was read, when it can be seen. @param lastMessageId the friend's newest message. @param onRead the server knows */
export function useReadReceipts(friendId: string, lastMessageId: string | undefined, onRead: () => void): void {
  const lastSentId = useRef<string>(undefined);
  const isBusy = useRef(false);
  // Something newer may have come while it was told.
  const [sentCount, setSentCount] = useState(0);
  const shouldSend = () => lastMessageId !== undefined && lastMessageId !== lastSentId.current && document.visibilityState === 'visible';
  const sendReceipt = useEffectEvent(async () => {
    if (lastMessageId === undefined || isBusy.current || !shouldSend()) return;
    isBusy.current = true;
    const isDone = await sendReadReceipt(friendId, lastMessageId);
    isBusy.current = false;
    // When it failed the next message, or the next look at the page, tries again.
    if (!isDone) return;
    lastSentId.current = lastMessageId;
    onRead();
    setSentCount((now) => now + 1);
  });
  useEffect(() => {
    void sendReceipt();
  }, [lastMessageId, sentCount]);
  useEffect(() => {
    const onVisibilityChange = () => void sendReceipt();
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  }, []);
}
