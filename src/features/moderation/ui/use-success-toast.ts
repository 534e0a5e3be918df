import { useEffect, useEffectEvent, useRef } from 'react';
import type { ActionResult } from '../../../shared/action-result.ts';
import { useToast } from '../../../web/kit/toasts.tsx';

/** Shows a toast, once, when an action succeeded. @param getToast its texts */
export function useSuccessToast<Result extends ActionResult>(
  answer: Result | undefined,
  getToast: (done: Extract<Result, { ok: true }>) => { title: string; text: string },
): void {
  const toast = useToast();
  const shownAnswer = useRef<Result>(undefined);
  const showToast = useEffectEvent((done: Extract<Result, { ok: true }>) => void toast(getToast(done)));
  useEffect(() => {
    if (!answer?.ok || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    showToast(answer as Extract<Result, { ok: true }>);
  }, [answer]);
}
