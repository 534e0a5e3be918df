import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { AvatarAnswer } from '../schema.ts';
import { doneWords, failedWords } from '../texts.ts';

/** Tells once what a form led to. Bad news stays until it is closed, or another answer comes. */
export function useAnswerToast(answer: AvatarAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<AvatarAnswer>(undefined);
  const close = useRef<() => void>(undefined);
  useEffect(() => {
    if (!answer || told.current === answer) return;
    told.current = answer;
    close.current?.();
    close.current = toast(answer.ok ? doneWords(answer.did) : failedWords(answer.asked, answer.fault));
  }, [answer, toast]);
}
