import { useEffect, useState } from 'react';
import { useRevalidator } from 'react-router';
import { askServer } from '../../../web/ask-server.ts';
import { subscribeToLive, subscribeToPresence } from '../../../web/live.ts';
import type { Person } from '../../friends/schema.ts';

/** News often come several at once: the page is loaded anew once for all, in milliseconds. */
const SETTLE_MS = 1_500;
/** For friends who come it is loaded anew no more often than this: somebody always comes. */
const COMING_MS = 60_000;

/**
 * Keeps one's own profile true while it is looked at: a friend said yes, somebody came or went, or the line is down and it is
 * time to look (spec 1, section 9). What was paid for or drawn anew reloads every page (web/use-live-connection.ts).
 * @param here friends who were here when the page was loaded
 * @returns those of them who still are
 */
export function useProfileNews(here: Person[]): Person[] {
  const { revalidate } = useRevalidator();
  const [gone, setGone] = useState<{ of: Person[]; ids: ReadonlySet<string> }>({ of: here, ids: new Set() });
  if (gone.of !== here) setGone({ of: here, ids: new Set() });

  useEffect(subscribeToPresence, []);
  useEffect(() => {
    let waiting: ReturnType<typeof setTimeout> | undefined;
    let last = Date.now();
    let unread = 0;
    const loadAnew = async () => {
      waiting = undefined;
      if (document.hidden || !(await askServer())) return;
      last = Date.now();
      await revalidate();
    };
    const soon = (ms: number) => {
      waiting ??= setTimeout(() => void loadAnew(), ms);
    };
    const stop = subscribeToLive((news) => {
      if (news.kind === 'poll') soon(SETTLE_MS);
      if (news.kind === 'notification') {
        // Fewer: the player has read some, and nothing else has changed.
        if (news.unread > unread) soon(SETTLE_MS);
        unread = news.unread;
      }
      if (news.kind !== 'presence') return;
      if (news.online) soon(Math.max(SETTLE_MS, last + COMING_MS - Date.now()));
      else setGone((now) => ({ ...now, ids: new Set([...now.ids, news.who]) }));
    });
    return () => {
      stop();
      clearTimeout(waiting);
    };
  }, [revalidate]);

  return here.filter((person) => !gone.ids.has(person.id));
}
