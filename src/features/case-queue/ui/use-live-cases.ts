import { useEffect, useEffectEvent } from 'react';
import { followLive } from '../../../web/follow-live.ts';

/** The shortest time between two loads, in milliseconds. */
const INTERVAL_MS = 2_000;

/**
 * Loads again when something of the cases changes, or may have changed while there was no connection: at most once in two seconds, and in a
 * hidden tab when it is shown again.
 */
export function useLiveCases(load: () => Promise<void>): void {
  const loadNow = useEffectEvent(load);
  useEffect(() => followCases(() => void loadNow()), []);
}

/** The same outside of a component. @returns stop */
export function followCases(load: () => void): () => void {
  return followLive(({ kind }) => kind === 'cases' || kind === 'opened', load, { interval: INTERVAL_MS });
}
