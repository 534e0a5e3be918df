import { useEffect, useEffectEvent } from 'react';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { MarketActionResult } from '../schema.ts';
import { toResultMessage } from '../texts.ts';

/** Shows the result of a form once as a toast, and passes it to the surrounding list. */
export function useMarketToast(answer: MarketActionResult | undefined, onAnswer?: (answer: MarketActionResult) => void): void {
  useResultToast(answer, answer ? { sticker: 'gift', ...toResultMessage(answer) } : null);
  const notifyListener = useEffectEvent((result: MarketActionResult) => onAnswer?.(result));
  useEffect(() => {
    if (answer) notifyListener(answer);
  }, [answer]);
}
