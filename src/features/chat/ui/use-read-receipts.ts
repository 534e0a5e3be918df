import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { sendReadReceipt } from './chat-api.ts';

/**
 * Sends read receipts to the server while the page is visible.
 * @param lastMessageId the friend's newest message
 * @param onRead called when the server has stored the receipt
 */
export function useReadReceipts(friendId: string, lastMessageId: string | undefined, onRead: () => void): void {
  const lastSentId = useRef<string>(undefined);
  const isBusy = useRef(false);
  // A newer message may have arrived during the request.
  const [sentCount, setSentCount] = useState(0);
  const shouldSend = () => lastMessageId !== undefined && lastMessageId !== lastSentId.current && document.visibilityState === 'visible';
  const sendReceipt = useEffectEvent(async () => {
    if (lastMessageId === undefined || isBusy.current || !shouldSend()) return;
    isBusy.current = true;
    const isDone = await sendReadReceipt(friendId, lastMessageId);
    isBusy.current = false;
    // After a failure, the next message or the next time the page becomes visible triggers a retry.
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
