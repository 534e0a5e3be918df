import { useEffect, useRef } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { AvatarResult } from '../schema.ts';
import { getSuccessToast, getErrorToast } from '../texts.ts';

/** Shows the result of a form as a toast, once. An error stays until it is closed or another result arrives. */
export function useResultToast(answer: AvatarResult | undefined): void {
  const toast = useToast();
  const shownAnswer = useRef<AvatarResult>(undefined);
  const closeToast = useRef<() => void>(undefined);
  useEffect(() => {
    if (!answer || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    closeToast.current?.();
    closeToast.current = toast(answer.ok ? getSuccessToast(answer.action) : getErrorToast(answer.action, answer.code));
  }, [answer, toast]);
}
