import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';

/** Calls back with every live event. */
export function useChatEvents(onEvent: (event: TabEvent) => void): void {
  const notify = useEffectEvent(onEvent);
  useEffect(() => subscribeToLive((event) => notify(event)), []);
}

/** Between two polls while there is no live connection (spec 2, section 9). */
const POLL_MS = 3_000;

/** Calls `refresh` whenever a conversation may have changed: at an event about it, and every 3 seconds without a live connection. */
export function useConversationRefresh(isAbout: (playerId: string) => boolean, refresh: () => void): void {
  const refreshNow = useEffectEvent(refresh);
  const concerns = useEffectEvent(isAbout);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const stopPolling = () => {
      clearInterval(timer);
      timer = undefined;
    };
    // Events that came while the page was loading reached nobody here.
    refreshNow();
    const unsubscribe = subscribeToLive((event) => {
      if (event.kind === 'poll') {
        timer ??= setInterval(() => !document.hidden && refreshNow(), POLL_MS);
        refreshNow();
        return;
      }
      // Any other event came over an open connection.
      stopPolling();
      if (event.kind === 'opened' || event.kind === 'reconnected' || (event.kind === 'chat' && concerns(event.from))) refreshNow();
    });
    return () => {
      unsubscribe();
      stopPolling();
    };
  }, []);
}
