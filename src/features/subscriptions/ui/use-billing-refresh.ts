import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { subscribeToLive } from '../../../web/live.ts';

/** Polling interval while a payment is pending, even if no live event arrives (spec 2, section 9). */
const POLL_INTERVAL_MS = 30_000;

/**
 * Keeps the billing data of a page current, in addition to the live connection that every page has: reloads it every 30 s while that
 * connection is down or a payment is pending, and on request.
 * @param isWaiting a payment is pending
 */
export function useBillingRefresh(isWaiting: boolean) {
  const { revalidate } = useRevalidator();
  const [state, setState] = useState<'shown' | 'asked' | 'updated' | 'failed'>('shown');

  // A page whose data fails to load would be replaced by an error page, so check that the server is reachable first.
  const load = useCallback(async () => {
    if (!(await isServerReachable())) return false;
    await revalidate();
    return true;
  }, [revalidate]);

  const onLiveEvent = useEffectEvent((kind: string) => {
    // Every page already reloads itself on 'rights' and after a reconnect (web/use-live-connection.ts). Reload once when the connection
    // opens:
    // events between the page load and that moment were not delivered.
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
