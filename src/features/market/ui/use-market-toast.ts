import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { MarketActionResult } from '../schema.ts';
import { toResultMessage } from '../texts.ts';

/**
 * Shows the result of a form once as a toast, and passes it to the surrounding list. An error stays until it is closed or the next result
 * comes.
 */
export function useMarketToast(answer: MarketActionResult | undefined, onAnswer?: (answer: MarketActionResult) => void): void {
  const toast = useToast();
  const shownFor = useRef<MarketActionResult>(undefined);
  const close = useRef<() => void>(undefined);
  const notifyListener = useEffectEvent((result: MarketActionResult) => onAnswer?.(result));
  useEffect(() => {
    if (!answer || shownFor.current === answer) return;
    shownFor.current = answer;
    close.current?.();
    close.current = toast({ sticker: 'gift', ...toResultMessage(answer) });
    notifyListener(answer);
  }, [answer, toast]);
}
