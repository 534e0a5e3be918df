import { useMemo, useRef } from 'react';
import { useToast, type Toast } from './toasts.tsx';

/** So long no further press came, in milliseconds: then good news is true for a while. */
const DEBOUNCE_MS = 600;

/**
 * News of one thing that is pressed again and again: a toast takes the place of the one before, and good news waits until
 * the presses are over. `hush` takes back what is no longer true.
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
    return { tell: show, hush: dismiss };
  }, [toast]);
}
