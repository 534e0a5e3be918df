import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import { texts } from '../texts.ts';

/**
 * The toast about a message that was not sent. It closes when all messages are sent, and with the chat.
 * @param hasUnsent whether a message is not sent yet
 * @returns shows the toast, in place of the one before
 */
export function useFailureToast(hasUnsent: boolean): () => void {
  const toast = useToast();
  const close = useRef<() => void>(undefined);
  useEffect(() => (hasUnsent ? () => close.current?.() : undefined), [hasUnsent]);
  return () => {
    close.current?.();
    close.current = toast({ ...texts.failed, kind: 'bad' });
  };
}
