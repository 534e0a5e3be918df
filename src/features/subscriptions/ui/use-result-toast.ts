import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { PaymentActionResult } from '../schema.ts';
import { toErrorMessage, texts } from '../texts.ts';

/** Shows the result of a form once as a toast. An error stays until it is closed or the next result comes. */
export function useResultToast(answer: PaymentActionResult | undefined): void {
  const toast = useToast();
  const shownFor = useRef<PaymentActionResult>(undefined);
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    if (!answer || shownFor.current === answer) return;
    shownFor.current = answer;
    close.current?.();
    close.current = toast(answer.ok ? { ...texts.done[answer.action], sticker: 'crown' } : toErrorMessage(answer.code));
  }, [answer, toast]);
}
