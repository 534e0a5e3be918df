import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { MarketAnswer } from '../schema.ts';
import { toldOf } from '../texts.ts';

/** Tells once what a form led to, also to the list around it. Bad news stays until it is closed, or another answer comes. */
export function useMarketToast(answer: MarketAnswer | undefined, onAnswer?: (answer: MarketAnswer) => void): void {
  const toast = useToast();
  const told = useRef<MarketAnswer>(undefined);
  const close = useRef<() => void>(undefined);
  const hear = useEffectEvent((news: MarketAnswer) => onAnswer?.(news));
  useEffect(() => {
    if (!answer || told.current === answer) return;
    told.current = answer;
    close.current?.();
    close.current = toast({ sticker: 'gift', ...toldOf(answer) });
    hear(answer);
  }, [answer, toast]);
}
