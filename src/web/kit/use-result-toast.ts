import { useEffect, useEffectEvent, useRef } from 'react';
import { useToast, type Toast } from './toasts.tsx';

/**
 * Shows the result of a form as a toast, once for each result; it replaces the toast of the result before. An error stays until it
 * was seen or the next result comes.
 * @param message what the toast says about this result; null if the page shows it in another way
 */
export function useResultToast(result: object | undefined, message: Toast | null): void {
  const toast = useToast();
  const shownResult = useRef<object>(undefined);
  const closeToast = useRef<() => void>(undefined);
  const showToast = useEffectEvent(() => {
    if (message === null) return;
    closeToast.current?.();
    closeToast.current = toast(message);
  });
  useEffect(() => {
    if (!result || shownResult.current === result) return;
    shownResult.current = result;
    showToast();
  }, [result]);
}
