import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { subscribeToLive, subscribeToPresence } from '../../../web/live.ts';
import type { PlayerSummary } from '../../friends/schema.ts';

/** Several events often arrive together: the page reloads once for all of them after this delay, in milliseconds. */
const DEBOUNCE_MS = 1_500;
/** Minimum interval between reloads for friends who come online, in milliseconds: that happens all the time. */
const PRESENCE_REFRESH_MS = 60_000;

/**
 * Keeps the player's own profile up to date while it is open: it reloads when a friend accepts a request, when a friend comes or leaves,
 * and, while the live connection is down, on each poll (spec 1, section 9). A purchase or a new avatar picture reloads every page
 * (web/use-live-connection.ts).
 * @param onlineFriends friends who were online when the page was loaded
 * @returns those of them who still are
 */
export function useProfileUpdates(onlineFriends: PlayerSummary[]): PlayerSummary[] {
  const { revalidate } = useRevalidator();
  const [wentOffline, setWentOffline] = useState<{ of: PlayerSummary[]; ids: ReadonlySet<string> }>({ of: onlineFriends, ids: new Set() });
  if (wentOffline.of !== onlineFriends) setWentOffline({ of: onlineFriends, ids: new Set() });

  useEffect(subscribeToPresence, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let lastReload = Date.now();
    let unread = 0;
    const reload = async () => {
      timer = undefined;
      if (document.hidden || !(await isServerReachable())) return;
      lastReload = Date.now();
      await revalidate();
    };
    const scheduleReload = (ms: number) => {
      timer ??= setTimeout(() => void reload(), ms);
    };
    const unsubscribe = subscribeToLive((event) => {
      if (event.kind === 'poll') scheduleReload(DEBOUNCE_MS);
      if (event.kind === 'notification') {
        // A lower count means that the player has read some; nothing else has changed.
        if (event.unread > unread) scheduleReload(DEBOUNCE_MS);
        unread = event.unread;
      }
      if (event.kind !== 'presence') return;
      if (event.online) scheduleReload(Math.max(DEBOUNCE_MS, lastReload + PRESENCE_REFRESH_MS - Date.now()));
      else setWentOffline((now) => ({ ...now, ids: new Set([...now.ids, event.who]) }));
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [revalidate]);

  return onlineFriends.filter((friend) => !wentOffline.ids.has(friend.id));
}
