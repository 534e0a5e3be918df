import { useMemo, useRef } from 'react';
import { useToast, type Toast } from './toasts.tsx';

/** A 'good' toast waits until there was no press for this long, in milliseconds: then it stays true for a while. */
const DEBOUNCE_MS = 600;

/**
 * Toasts for a control that is pressed again and again: a new toast replaces the previous one, and 'good' toasts wait until the presses
 * stop. `dismiss` closes a toast that is no longer true.
 */
export function useSingleToast() {
  const toast = useToast();
  const now = useRef<{ close?: () => void; timer?: ReturnType<typeof setTimeout> }>({});
  return useMemo(() => {
    const dismiss = () => {
      clearTimeout(now.current.timer);
      now.current.close?.();
    };
    const showNow = (toastData: Toast) => {
      now.current.close = toast(toastData);
    };
    const show = (toastData: Toast) => {
      dismiss();
      if (toastData.kind === 'bad') showNow(toastData);
      else now.current.timer = setTimeout(() => showNow(toastData), DEBOUNCE_MS);
    };
    return { show, dismiss: dismiss };
  }, [toast]);
}
