import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useRetryWhenOnline, useLoadError } from '../../../web/use-load-error.ts';
import { applyAction, withLatestPage, withNextPage, type ActionRequest } from '../rules.ts';
import type { NotificationPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { fetchPage, sendAction } from './notifications-api.ts';

/** What the server said last, and what was done since and is not answered yet. */
type ListState = { page: NotificationPage | null; pending: ActionRequest[]; loadedAt: number };

type NotificationListOptions = {
  isOpen: boolean;
  /** Another number: load the list anew. */
  reloadKey: number;
  /** How many are unread, and whether the server has answered all that was done. */
  onUnread: (unread: number, isSettled: boolean) => void;
};

/**
 * The notifications that were loaded so far, and what can be done to them. A deed shows at once and is undone when the
 * server refuses it. Deeds are sent one after the other, so that the last answer is also the newest; a list that was on
 * its way while one was answered is asked for again.
 */
export function useNotificationList({ isOpen, reloadKey, onUnread }: NotificationListOptions) {
  const toast = useToast();
  const [listState, setListState] = useState<ListState>({ page: null, pending: [], loadedAt: 0 });
  const [failedPart, setFailedPart] = useState<'list' | 'more'>('list');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const requestQueue = useRef(Promise.resolve());
  const answeredCount = useRef(0);
  const latestRequest = useRef(0);
  const { error, fail, clear } = useLoadError();

  const page = listState.page && listState.pending.reduce(applyAction, listState.page);
  const reportUnread = useEffectEvent(() => page && onUnread(page.unread, listState.pending.length === 0));
  // By the box, not by the number: the bell may have heard of another number meanwhile.
  useEffect(() => {
    reportUnread();
  }, [listState]);

  /** Asks until nothing was answered meanwhile that the list cannot know of. */
  const fetchConsistentPage = async (after: string | null) => {
    for (;;) {
      const before = answeredCount.current;
      const fetchedPage = await fetchPage(after);
      if (fetchedPage === null || before === answeredCount.current) return fetchedPage;
    }
  };

  const finishLoad = (part: 'list' | 'more', isLoaded: boolean) => {
    setFailedPart(part);
    if (isLoaded) clear();
    else void fail();
  };

  const load = async () => {
    const requestNumber = ++latestRequest.current;
    const fresh = await fetchConsistentPage(null);
    if (requestNumber !== latestRequest.current) return;
    finishLoad('list', fresh !== null);
    const loadedAt = Date.now();
    if (fresh) setListState((now) => ({ ...now, page: withLatestPage(now.page, fresh), loadedAt }));
  };

  const loadMore = async () => {
    const after = page?.next;
    if (!after || isLoadingMore) return;
    setLoadingMore(true);
    const more = await fetchConsistentPage(after);
    setLoadingMore(false);
    finishLoad('more', more !== null);
    if (more) setListState((now) => (now.page?.next === after ? { ...now, page: withNextPage(now.page, more) } : now));
  };

  const retry = () => {
    clear();
    return failedPart === 'more' ? loadMore() : load();
  };

  useRetryWhenOnline(error, () => void retry());

  const performAction = (request: ActionRequest) => {
    setListState((now) => ({ ...now, pending: [...now.pending, request] }));
    requestQueue.current = requestQueue.current.then(async () => {
      const answer = await sendAction(request);
      answeredCount.current++;
      setListState((now) => ({
        ...now,
        pending: now.pending.filter((each) => each !== request),
        page: now.page && answer.ok ? { ...applyAction(now.page, request), unread: answer.unread } : now.page,
      }));
      if (answer.ok) return;
      // Gone already, from another tab: the list says so.
      if (answer.code === 'not-found') return load();
      toast({ ...texts.failed, kind: 'bad' });
    });
  };

  const shouldLoad = useEffectEvent(() => isOpen || listState.pending.length > 0);
  const reload = useEffectEvent(() => void load());
  useEffect(() => {
    if (shouldLoad()) reload();
  }, [isOpen, reloadKey]);

  const isFailedPartMissing = { list: page === null, more: true }[failedPart];
  return {
    page,
    loadedAt: listState.loadedAt,
    error: isFailedPartMissing ? error : null,
    isLoadingMore,
    again: retry,
    loadMore,
    act: performAction,
  };
}
