import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { PayAnswer } from '../showing/schema.ts';
import { failedWords, texts } from '../showing/texts.ts';

/** Tells once what a form led to. Bad news stays until it is closed, or another answer comes. */
export function useAnswerToast(answer: PayAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<PayAnswer>(undefined);
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    if (!answer || told.current === answer) return;
    told.current = answer;
    close.current?.();
    close.current = toast(answer.ok ? { ...texts.done[answer.did], sticker: 'crown' } : failedWords(answer.code));
  }, [answer, toast]);
}
