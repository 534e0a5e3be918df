import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { subscribeToLive, subscribeToPresence } from '../../../web/live.ts';
import type { PlayerSummary } from '../../friends/schema.ts';

/** News often come several at once: the page is loaded anew once for all, in milliseconds. */
const DEBOUNCE_MS = 1_500;
/** For friends who come it is loaded anew no more often than this: somebody always comes. */
const PRESENCE_REFRESH_MS = 60_000;

/**
 * Keeps one's own profile true while it is looked at: a friend said yes, somebody came or went, or the line is down and it is
 * time to look (spec 1, section 9). What was paid for or drawn anew reloads every page (web/use-live-connection.ts).
 * @param onlineFriends friends who were here when the page was loaded
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
        // Fewer: the player has read some, and nothing else has changed.
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
