import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { subscribeToLive, type TabEvent } from '../../../../web/live.ts';
import { CASE_COUNTS_PATH, type WaitingCounts } from '../../../case-queue/schema.ts';
import { texts } from '../texts.ts';

/** Time between two requests of a tab, in milliseconds: when many cases change at once, one request is enough. */
const INTERVAL_MS = 2_000;
/** All tabs of the team learn of a change at once. Each waits up to this long, so that they do not all ask at once. */
const SPREAD_MS = 800;
/** Timeout of a request, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** After these the number may be another one: cases changed, or whatever happened meanwhile was not sent to this tab. */
const EVENTS: readonly TabEvent['kind'][] = ['cases', 'opened', 'reconnected', 'poll'];

/**
 * How many cases wait, from the page data and live events, and what screen readers are told when there are more.
 * @param initial counts from the page data; each new one replaces what was fetched
 */
export function useWaitingCounts(initial: WaitingCounts): { counts: WaitingCounts; announcement: string } {
  const [counts, setCounts] = useState(initial);
  const [lastInitial, setLastInitial] = useState(initial);
  if (lastInitial !== initial) {
    setLastInitial(initial);
    setCounts(initial);
  }
  const [announcement, setAnnouncement] = useState('');
  const update = useEffectEvent((fetched: WaitingCounts) => {
    if (fetched.total === counts.total && fetched.urgent === counts.urgent) return;
    // Clear the live region in between: screen readers do not repeat unchanged text.
    setAnnouncement(fetched.total > counts.total || fetched.urgent > counts.urgent ? texts.arrived(fetched) : '');
    setCounts(fetched);
  });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    let notBefore = 0;
    let isGone = false;
    const fetchSoon = () => {
      if (timer.current !== undefined) return;
      const wait = Math.max(0, notBefore - performance.now()) + Math.random() * SPREAD_MS;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        notBefore = performance.now() + INTERVAL_MS;
        void fetchCounts().then((fetched) => fetched !== null && !isGone && update(fetched));
      }, wait);
    };
    const unsubscribe = subscribeToLive(({ kind }) => EVENTS.includes(kind) && fetchSoon());
    return () => {
      isGone = true;
      unsubscribe();
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, []);
  return { counts, announcement };
}

/** Null if the request failed, or the viewer is not of the team any more: the number stays as it was, and the next event asks again. */
async function fetchCounts(): Promise<WaitingCounts | null> {
  try {
    const headers = { accept: 'application/json' };
    const response = await fetch(CASE_COUNTS_PATH, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    return response.status === 200 ? ((await response.json()) as WaitingCounts) : null;
  } catch {
    return null;
  }
}
