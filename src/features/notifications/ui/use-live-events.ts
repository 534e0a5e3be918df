import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';

/** Calls back with what the live connection tells. */
export function useLiveEvents(onEvent: (news: TabEvent) => void): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => subscribeToLive((event) => handleEvent(event)), []);
}
