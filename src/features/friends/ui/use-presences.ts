import { useEffect, useState } from 'react';
import { subscribeToLive, subscribeToPresence } from '../../../web/live.ts';
import type { Presence } from '../schema.ts';

/**
 * Who came and went since the page was loaded, as the live line tells it.
 * @returns a player's presence as it is now, given what the page knew. Who is not shown stays so
 */
export function usePresences(): (playerId: string, known: Presence) => Presence {
  const [updates, setUpdates] = useState<ReadonlyMap<string, Presence>>(() => new Map());
  useEffect(subscribeToPresence, []);
  useEffect(
    () =>
      subscribeToLive((event) => {
        if (event.kind === 'presence')
          setUpdates((now) => new Map(now).set(event.who, { online: event.online, lastSeen: new Date().toISOString() }));
        // What was missed comes with the page, which is loaded anew.
        if (event.kind === 'reconnected' || event.kind === 'poll') setUpdates(new Map());
      }),
    [],
  );
  return (playerId, known) => (known === null ? null : (updates.get(playerId) ?? known));
}
