import { useEffect, useEffectEvent } from 'react';
import { hearLive, type LiveNews } from '../../../web/live.ts';

/** Calls back with what the live connection tells. */
export function useLive(onNews: (news: LiveNews) => void): void {
  const hear = useEffectEvent(onNews);
  useEffect(() => hearLive((news) => hear(news)), []);
}
