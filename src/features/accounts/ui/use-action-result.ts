import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { FormResult } from '../schema.ts';

/** Any form's answer: it may have something to tell. */
type ToastResult = Pick<FormResult, 'toast'>;

/**
 * The answer of a page's form, as long as the page is not left, and its toast. The router forgets an answer whenever the
 * page's data is loaded anew; whoever comes back from their mail must still find the form as it was.
 */
export function useActionResult<A extends ToastResult>(given: A | undefined): A | undefined {
  const { key } = useLocation();
  const [cached, setCached] = useState({ key, answer: given });
  if (cached.key !== key || (given !== undefined && cached.answer !== given)) setCached({ key, answer: given });
  const answer = given ?? (cached.key === key ? cached.answer : undefined);
  useResultToast(answer);
  return answer;
}

function useResultToast(answer: ToastResult | undefined): void {
  const toast = useToast();
  const shown = useRef<ToastResult>(undefined);
  useEffect(() => {
    if (!answer?.toast) return;
    if (answer.toast.kind === 'bad') {
      // It stays until it is closed, and may lie over the form: it is over when its player types on, gets another
      // answer, or leaves the page.
      const close = toast(answer.toast);
      document.addEventListener('input', close, { once: true });
      return () => {
        document.removeEventListener('input', close);
        close();
      };
    }
    if (shown.current === answer) return;
    shown.current = answer;
    toast(answer.toast);
  }, [answer, toast]);
}
