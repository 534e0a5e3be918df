import { useEffect, useMemo, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { ResultToast } from '../schema.ts';

/** The result of any form that may have a toast. */
type ToastResult = { ok: true; toast: ResultToast | null } | (ActionFailure & { action?: string; toast?: ResultToast });

type ActionResultOptions = {
  /** The field by which a form says its name. */
  nameField: 'form' | 'do';
  /** The title of the toast about an unexpected failure. */
  failureTitle: string;
};

/**
 * The action result of a page's form, kept until the user leaves the page, and its toast. The router drops action data on each
 * revalidation, but a user who comes back from their mailbox must still find the form as it was.
 */
export function useActionResult<A extends ToastResult>(given: A | undefined, options: ActionResultOptions): A | undefined {
  const { key } = useLocation();
  const [cached, setCached] = useState({ key, answer: given });
  if (cached.key !== key || (given !== undefined && cached.answer !== given)) setCached({ key, answer: given });
  const latest = given ?? (cached.key === key ? cached.answer : undefined);
  const { nameField, failureTitle } = options;
  const answer = useMemo(() => latest && completeFailure(latest, { nameField, failureTitle }), [latest, nameField, failureTitle]);
  useResultToast(answer);
  return answer;
}

/** An unexpected failure names its form only among the submitted values, and has a text instead of a toast. */
function completeFailure<A extends ToastResult>(answer: A, { nameField, failureTitle }: ActionResultOptions): A {
  if (answer.ok || answer.error === null) return answer;
  return { ...answer, action: answer.values[nameField], toast: { title: failureTitle, text: answer.error, kind: 'bad' } };
}

function useResultToast(answer: ToastResult | undefined): void {
  const toast = useToast();
  const shown = useRef<ToastResult>(undefined);
  useEffect(() => {
    if (!answer?.toast) return;
    if (answer.toast.kind === 'bad') {
      // An error toast stays until it was seen and may cover the form. So close it when the user types again, gets another result, or
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
