import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { subscribeToLive } from '../../../web/live.ts';

/** While a payment is waited for the page looks this often, also when nothing is told (spec 2, section 9). */
const POLL_INTERVAL_MS = 30_000;

/**
 * Keeps what a page shows of money true, beside what the live line does for every page: it is loaded anew every 30 s while that line
 * is down or a payment is waited for, and when somebody asks. @param isWaiting a payment is pending
 */
export function useBillingRefresh(isWaiting: boolean) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<'shown' | 'asked' | 'updated' | 'failed'>('shown');

  // A page that cannot load its data would be replaced by one that says so.
  const load = useCallback(async () => {
    if (!(await isServerReachable())) return false;
    await revalidate();
    return true;
  }, [revalidate]);

  const onLiveEvent = useEffectEvent((kind: string) => {
    // At 'rights', and after a break, every page is loaded anew by itself (web/use-live-connection.ts).
    // Once when the line opens: what happened since the page was made was told to nobody.
    if (kind === 'poll' || kind === 'opened') void load();
  });
  useEffect(() => subscribeToLive(({ kind }) => onLiveEvent(kind)), []);
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => !document.hidden && void load(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, load]);

  const refresh = async () => {
    if (state === 'asked') return;
    setState('asked');
    setState((await load()) ? 'updated' : 'failed');
  };
  return { state, refresh, load };
}
