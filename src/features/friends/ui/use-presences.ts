import { useEffect, useState } from 'react';
import { subscribeToLive, subscribeToPresence } from '../../../web/live.ts';
import type { Presence } from '../schema.ts';

/**
 * Presence changes from the live connection since the page was loaded.
 * @returns a function that gives a player's current presence, given the presence that the page loaded. A hidden presence stays hidden
 */
export function usePresences(): (playerId: string, known: Presence) => Presence {
  const [updates, setUpdates] = useState<ReadonlyMap<string, Presence>>(() => new Map());
  useEffect(subscribeToPresence, []);
  useEffect(
    () =>
      subscribeToLive((event) => {
        if (event.kind === 'presence')
          setUpdates((now) => new Map(now).set(event.who, { online: event.online, lastSeen: new Date().toISOString() }));
        // The page is reloaded in this case, which includes the missed events.
        if (event.kind === 'reconnected' || event.kind === 'poll') setUpdates(new Map());
      }),
    [],
  );
  return (playerId, known) => (known === null ? null : (updates.get(playerId) ?? known));
}
