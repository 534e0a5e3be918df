import { useEffect, useEffectEvent } from 'react';
import { hearLive, type LiveNews } from '../../../web/live.ts';

/** Calls back with what the live connection tells. */
export function useLiveEvents(onEvent: (news: LiveNews) => void): void {
  const handleEvent = useEffectEvent(onEvent);
  useEffect(() => hearLive((event) => handleEvent(event)), []);
}
