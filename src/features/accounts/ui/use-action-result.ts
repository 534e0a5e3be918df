import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { FormResult } from '../schema.ts';

/** The result of any form that may have a toast. */
type ToastResult = Pick<FormResult, 'toast'>;

/**
 * The action result of a page's form, kept until the user leaves the page, and its toast. The router drops action data on each
 * revalidation, but a user who comes back from their mailbox must still find the form as it was.
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
      // An error toast stays until it is closed and may cover the form. So close it when the user types again, gets another result, or
      // leaves the page.
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
