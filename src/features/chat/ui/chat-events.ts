import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';

/** Calls `onEvent` with every live event. */
export function useChatEvents(onEvent: (event: TabEvent) => void): void {
  const notify = useEffectEvent(onEvent);
  useEffect(() => subscribeToLive((event) => notify(event)), []);
}

/** Polling interval while there is no live connection, in milliseconds (spec 2, section 9). */
const POLL_MS = 3_000;

/** Calls `refresh` whenever a conversation may have changed: on an event about it, and every 3 seconds without a live connection. */
export function useConversationRefresh(isAbout: (playerId: string) => boolean, refresh: () => void): void {
  const refreshNow = useEffectEvent(refresh);
  const concerns = useEffectEvent(isAbout);
  useEffect(() => {
    let timer: ReturnType<typeof setInterval> | undefined;
    const stopPolling = () => {
      clearInterval(timer);
      timer = undefined;
    };
    // Nobody received the events that arrived while the page was loading.
    refreshNow();
    const unsubscribe = subscribeToLive((event) => {
      if (event.kind === 'poll') {
        timer ??= setInterval(() => !document.hidden && refreshNow(), POLL_MS);
        refreshNow();
        return;
      }
      // Any other event arrived over an open connection.
      stopPolling();
      if (event.kind === 'opened' || event.kind === 'reconnected' || (event.kind === 'chat' && concerns(event.from))) refreshNow();
    });
    return () => {
      unsubscribe();
      stopPolling();
    };
  }, []);
}
