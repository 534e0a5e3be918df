import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { PaymentActionResult } from '../billing-view/schema.ts';
import { toErrorMessage, texts } from '../billing-view/texts.ts';

/** Tells once what a form led to. Bad news stays until it is closed, or another answer comes. */
export function useResultToast(answer: PaymentActionResult | undefined): void {
  const toast = useToast();
  const shownFor = useRef<PaymentActionResult>(undefined);
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    if (!answer || shownFor.current === answer) return;
    shownFor.current = answer;
    close.current?.();
    close.current = toast(answer.ok ? { ...texts.done[answer.did], sticker: 'crown' } : toErrorMessage(answer.code));
  }, [answer, toast]);
}
