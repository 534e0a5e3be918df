import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { MarketActionResult } from '../schema.ts';
import { toResultMessage } from '../texts.ts';

/** Tells once what a form led to, also to the list around it. Bad news stays until it is closed, or another answer comes. */
export function useMarketToast(answer: MarketActionResult | undefined, onAnswer?: (answer: MarketActionResult) => void): void {
  const toast = useToast();
  const shownFor = useRef<MarketActionResult>(undefined);
  const close = useRef<() => void>(undefined);
  const notifyListener = useEffectEvent((news: MarketActionResult) => onAnswer?.(news));
  useEffect(() => {
    if (!answer || shownFor.current === answer) return;
    shownFor.current = answer;
    close.current?.();
    close.current = toast({ sticker: 'gift', ...toResultMessage(answer) });
    notifyListener(answer);
  }, [answer, toast]);
}
