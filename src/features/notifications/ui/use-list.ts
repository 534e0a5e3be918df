import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useRetryWhenOnline, useLoadError } from '../../../web/use-fault.ts';
import { afterDeed, withFresh, withMore, type Done } from '../rules.ts';
import type { NotificationPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { askPage, sendDeed } from './ask.ts';

/** What the server said last, and what was done since and is not answered yet. */
type Box = { page: NotificationPage | null; pending: Done[]; loadedAt: number };

type ListProps = {
  isOpen: boolean;
  /** Another number: load the list anew. */
  turn: number;
  /** How many are unread, and whether the server has answered all that was done. */
  onUnread: (unread: number, isSettled: boolean) => void;
};

/**
 * The notifications that were loaded so far, and what can be done to them. A deed shows at once and is undone when the
 * server refuses it. Deeds are sent one after the other, so that the last answer is also the newest; a list that was on
 * its way while one was answered is asked for again.
 */
export function useList({ isOpen, turn, onUnread }: ListProps) {
  const toast = useToast();
  const [box, setBox] = useState<Box>({ page: null, pending: [], loadedAt: 0 });
  const [missing, setMissing] = useState<'list' | 'more'>('list');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const line = useRef(Promise.resolve());
  const answered = useRef(0);
  const newest = useRef(0);
  const { error: fault, fail, clear } = useLoadError();

  const page = box.page && box.pending.reduce(afterDeed, box.page);
  const tellUnread = useEffectEvent(() => page && onUnread(page.unread, box.pending.length === 0));
  // By the box, not by the number: the bell may have heard of another number meanwhile.
  useEffect(() => {
    tellUnread();
  }, [box]);

  /** Asks until nothing was answered meanwhile that the list cannot know of. */
  const askSettled = async (after: string | null) => {
    for (;;) {
      const before = answered.current;
      const found = await askPage(after);
      if (found === null || before === answered.current) return found;
    }
  };

  const settle = (what: 'list' | 'more', came: boolean) => {
    setMissing(what);
    if (came) clear();
    else void fail();
  };

  const load = async () => {
    const asked = ++newest.current;
    const fresh = await askSettled(null);
    if (asked !== newest.current) return;
    settle('list', fresh !== null);
    const loadedAt = Date.now();
    if (fresh) setBox((now) => ({ ...now, page: withFresh(now.page, fresh), loadedAt }));
  };

  const loadMore = async () => {
    const after = page?.next;
    if (!after || isLoadingMore) return;
    setLoadingMore(true);
    const more = await askSettled(after);
    setLoadingMore(false);
    settle('more', more !== null);
    if (more) setBox((now) => (now.page?.next === after ? { ...now, page: withMore(now.page, more) } : now));
  };

  const again = () => {
    clear();
    return missing === 'more' ? loadMore() : load();
  };

  useRetryWhenOnline(fault, () => void again());

  const act = (done: Done) => {
    setBox((now) => ({ ...now, pending: [...now.pending, done] }));
    line.current = line.current.then(async () => {
      const answer = await sendDeed(done);
      answered.current++;
      setBox((now) => ({
        ...now,
        pending: now.pending.filter((each) => each !== done),
        page: now.page && answer.ok ? { ...afterDeed(now.page, done), unread: answer.unread } : now.page,
      }));
      if (answer.ok) return;
      // Gone already, from another tab: the list says so.
      if (answer.code === 'not-found') return load();
      toast({ ...texts.failed, kind: 'bad' });
    });
  };

  const isWanted = useEffectEvent(() => isOpen || box.pending.length > 0);
  const reload = useEffectEvent(() => void load());
  useEffect(() => {
    if (isWanted()) reload();
  }, [isOpen, turn]);

  const isMissing = { list: page === null, more: true }[missing];
  return { page, loadedAt: box.loadedAt, fault: isMissing ? fault : null, isLoadingMore, again, loadMore, act };
}
