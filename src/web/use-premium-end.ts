import { useEffect } from 'react';
import type { TabEvent } from './live.ts';

/** Browsers cannot wait for weeks at once. */
const STEP_MS = 60 * 60 * 1000;
/** What ends at a moment is over shortly after it, also by a clock that goes a little otherwise. */
const AFTER_MS = 500;

/**
 * At the moment when the premium of who looks may be over, every part of the page hears so, as if the server had told it: the
 * page is loaded anew, an open game asks whether it may go on (spec 1, section 5).
 * @param end how long premium lasts from when the page was made; a new object each time the page hears of it. Null without premium
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
