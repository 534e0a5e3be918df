import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';

/** Calls `onEvent` with every event of the live connection. */
export function useLiveEvents(onEvent: (event: TabEvent) => void): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => subscribeToLive((event) => handleEvent(event)), []);
}
