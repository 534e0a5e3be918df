import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { FormAnswer } from '../schema.ts';

/** Any form's answer: it may have something to tell. */
type Told = Pick<FormAnswer, 'toast'>;

/**
 * The answer of a page's form, as long as the page is not left, and its toast. The router forgets an answer whenever the
 * page's data is loaded anew; whoever comes back from their mail must still find the form as it was.
 */
export function useAnswer<A extends Told>(given: A | undefined): A | undefined {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, answer: given });
  if (kept.key !== key || (given !== undefined && kept.answer !== given)) setKept({ key, answer: given });
  const answer = given ?? (kept.key === key ? kept.answer : undefined);
  useAnswerToast(answer);
  return answer;
}

function useAnswerToast(answer: Told | undefined): void {
  const toast = useToast();
  const told = useRef<Told>(undefined);
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
    if (told.current === answer) return;
    told.current = answer;
    toast(answer.toast);
  }, [answer, toast]);
}
