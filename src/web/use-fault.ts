import { useEffect, useEffectEvent, useState } from 'react';
import type { FromWorker } from '../features/offline/schema.ts';
import { askServer } from './ask-server.ts';

/** Why something did not come: the network is lost, or it failed for another reason. */
export type Fault = 'offline' | 'failed';

/** Some networks come back without a word: so often we look, in milliseconds. */
const LOOK_MS = 10_000;

/** Why something did not come, found out when it failed. */
export function useFault(): { fault: Fault | null; fail: () => Promise<void>; clear: () => void } {
  const [fault, setFault] = useState<Fault | null>(null);
  return {
    fault,
    fail: async () => setFault(navigator.onLine && (await askServer()) ? 'failed' : 'offline'),
    clear: () => setFault(null),
  };
}

/** What did not come because the network was lost is asked for again once that is back. @param again asks once more */
export function useAskWhenBack(fault: Fault | null, again: () => void): void {
  const askAgain = useEffectEvent(again);
  useEffect(() => {
    if (fault !== 'offline') return;
    let isOver = false;
    const look = async () => {
      if (document.hidden || !navigator.onLine || !(await askServer()) || isOver) return;
      isOver = true;
      askAgain();
    };
    const onNews = () => void look();
    const onWord = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'network' && data.reached) void look();
    };
    const timer = setInterval(onNews, LOOK_MS);
    window.addEventListener('online', onNews);
    document.addEventListener('visibilitychange', onNews);
    navigator.serviceWorker?.addEventListener('message', onWord);
    return () => {
      isOver = true;
      clearInterval(timer);
      window.removeEventListener('online', onNews);
      document.removeEventListener('visibilitychange', onNews);
      navigator.serviceWorker?.removeEventListener('message', onWord);
    };
  }, [fault]);
}
