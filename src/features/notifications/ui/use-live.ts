import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive, type TabEvent } from '../../../web/live.ts';

/** Calls back with what the live connection tells. */
export function useLive(onNews: (news: TabEvent) => void): void {
  const hear = useEffectEvent(onNews);
  useEffect(() => subscribeToLive((news) => hear(news)), []);
}
