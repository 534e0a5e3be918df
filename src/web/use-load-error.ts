import { useEffect, useEffectEvent, useState } from 'react';
import type { MessageFromWorker } from '../shared/service-worker-messages.ts';
import { isServerReachable } from './server-reachable.ts';

/** Why loading failed: there is no network, or another reason. */
export type LoadError = 'offline' | 'failed';

/** Some networks return without an `online` event: so the hook polls at this interval, in milliseconds. */
const POLL_MS = 10_000;

/** Determines the reason at the moment loading fails. */
export function useLoadError(): { error: LoadError | null; fail: () => Promise<void>; clear: () => void } {
  const [error, setError] = useState<LoadError | null>(null);
  return {
    error,
    fail: async () => setError(navigator.onLine && (await isServerReachable()) ? 'failed' : 'offline'),
    clear: () => setError(null),
  };
}

/** Retries when the network is back, if loading failed because there was none. @param retry loads again */
export function useRetryWhenOnline(error: LoadError | null, retry: () => void): void {
  const onRetry = useEffectEvent(retry);
  useEffect(() => {
    if (error !== 'offline') return;
    let isOver = false;
    const check = async () => {
      if (document.hidden || !navigator.onLine || !(await isServerReachable()) || isOver) return;
      isOver = true;
      onRetry();
    };
    const onChange = () => void check();
    const onWorkerMessage = ({ data }: MessageEvent<MessageFromWorker>) => {
      if (data.kind === 'network' && data.reached) void check();
    };
    const timer = setInterval(onChange, POLL_MS);
    window.addEventListener('online', onChange);
    document.addEventListener('visibilitychange', onChange);
    navigator.serviceWorker?.addEventListener('message', onWorkerMessage);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('online', onChange);
      document.removeEventListener('visibilitychange', onChange);
      navigator.serviceWorker?.removeEventListener('message', onWorkerMessage);
    };
  }, [error]);
}
