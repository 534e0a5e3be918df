import { useEffect } from 'react';
import type { TabEvent } from './live.ts';

/** Browsers do not support timers of several weeks. */
const STEP_MS = 60 * 60 * 1000;
/** Added to the end so that premium has certainly expired, even if the clock drifts a little. */
const AFTER_MS = 500;

/**
 * When the viewer's premium may have expired, dispatches 'rights' to all parts of the page, as if the server had sent it: the page reloads
 * its data, and an open game checks whether it may continue (spec 1, section 5).
 * @param end how long premium lasts, counted from when the page was rendered; a new object each time the page loads its data. Null without
 * premium
 */
export function usePremiumEnd(end: { inMs: number } | null): void {
  useEffect(() => {
    if (end === null) return;
    const at = Date.now() + end.inMs + AFTER_MS;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      const left = at - Date.now();
      if (left > 0) timer = setTimeout(wait, Math.min(left, STEP_MS));
      else window.dispatchEvent(new CustomEvent<TabEvent>('kiddo:live', { detail: { kind: 'rights' } }));
    };
    wait();
    return () => clearTimeout(timer);
  }, [end]);
}
