import { useMemo, useRef } from 'react';
import { useToast, type Toast } from './toasts.tsx';

/** So long no further press came, in milliseconds: then good news is true for a while. */
const QUIET_MS = 600;

/**
 * News of one thing that is pressed again and again: a toast takes the place of the one before, and good news waits until
 * the presses are over. `hush` takes back what is no longer true.
 */
export function useOneToast() {
  const toast = useToast();
  const now = useRef<{ close?: () => void; timer?: ReturnType<typeof setTimeout> }>({});
  return useMemo(() => {
    const hush = () => {
      clearTimeout(now.current.timer);
      now.current.close?.();
    };
    const show = (news: Toast) => {
      now.current.close = toast(news);
    };
    const tell = (news: Toast) => {
      hush();
      if (news.kind === 'bad') show(news);
      else now.current.timer = setTimeout(() => show(news), QUIET_MS);
    };
    return { tell, hush };
  }, [toast]);
}
