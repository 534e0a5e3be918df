import { useEffect, useEffectEvent, useRef, useState, type Dispatch, type RefObject, type SetStateAction } from 'react';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useRetryWhenOnline, useLoadError } from '../../../web/use-load-error.ts';
import { applyAction, withLatestPage, withNextPage, type ActionRequest } from '../rules.ts';
import type { NotificationPage } from '../schema.ts';
import { texts } from '../texts.ts';
import { fetchPage, sendAction } from './notifications-api.ts';

/** The last state from the server, and the pending actions. */
type ListState = { page: NotificationPage | null; pending: ActionRequest[]; loadedAt: number };
type SetListState = Dispatch<SetStateAction<ListState>>;

type NotificationListOptions = {
  isOpen: boolean;
  /** A changed value reloads the list. */
  reloadKey: number;
  /** The number of unread notifications, and whether the server has answered all pending actions. */
  onUnread: (unread: number, isSettled: boolean) => void;
};

/**
 * The notifications loaded so far, and the actions on them. Updates are optimistic and rolled back if the server rejects them. A list
 * request during which an action was answered is repeated.
 */
export function useNotificationList({ isOpen, reloadKey, onUnread }: NotificationListOptions) {
  const [listState, setListState] = useState<ListState>({ page: null, pending: [], loadedAt: 0 });
  const answeredCount = useRef(0);

  const page = listState.page && listState.pending.reduce(applyAction, listState.page);
  const reportUnread = useEffectEvent(() => page && onUnread(page.unread, listState.pending.length === 0));
  // Depends on the state object, not on the number: the bell may have received a different number in the meantime.
  useEffect(() => {
    reportUnread();
  }, [listState]);

  const { load, loadMore, retry, error, isLoadingMore } = useNotificationPages(page, setListState, answeredCount);
  const performAction = useActions(setListState, answeredCount, load);

  const shouldLoad = useEffectEvent(() => isOpen || listState.pending.length > 0);
  const reload = useEffectEvent(() => void load());
  useEffect(() => {
    if (shouldLoad()) reload();
  }, [isOpen, reloadKey]);

  return { page, loadedAt: listState.loadedAt, error, isLoadingMore, retry, loadMore, performAction };
}

/** Loads the first page and further ones. @param page what is shown now */
function useNotificationPages(page: NotificationPage | null, setListState: SetListState, answeredCount: RefObject<number>) {
  const [failedPart, setFailedPart] = useState<'list' | 'more'>('list');
  const [isLoadingMore, setLoadingMore] = useState(false);
  const latestRequest = useRef(0);
  const { error, fail, clear } = useLoadError();

  const finishLoad = (part: 'list' | 'more', isLoaded: boolean) => {
    setFailedPart(part);
    if (isLoaded) clear();
    else void fail();
  };

  const load = async () => {
    const requestNumber = ++latestRequest.current;
    const fresh = await fetchConsistentPage(null, answeredCount);
    if (requestNumber !== latestRequest.current) return;
    finishLoad('list', fresh !== null);
    const loadedAt = Date.now();
    if (fresh) setListState((now) => ({ ...now, page: withLatestPage(now.page, fresh), loadedAt }));
  };

  const loadMore = async () => {
    const after = page?.next;
    if (!after || isLoadingMore) return;
    setLoadingMore(true);
    const more = await fetchConsistentPage(after, answeredCount);
    setLoadingMore(false);
    finishLoad('more', more !== null);
    if (more) setListState((now) => (now.page?.next === after ? { ...now, page: withNextPage(now.page, more) } : now));
  };

  const retry = () => {
    clear();
    return failedPart === 'more' ? loadMore() : load();
  };

  useRetryWhenOnline(error, () => void retry());

  const isFailedPartMissing = { list: page === null, more: true }[failedPart];
  return { load, loadMore, retry, error: isFailedPartMissing ? error : null, isLoadingMore };
}

/** Repeats the request until no action was answered during it, since such a response may not include the action. */
async function fetchConsistentPage(after: string | null, answeredCount: RefObject<number>): Promise<NotificationPage | null> {
  for (;;) {
    const before = answeredCount.current;
    const fetchedPage = await fetchPage(after);
    if (fetchedPage === null || before === answeredCount.current) return fetchedPage;
  }
}

/** Performs actions. They are sent one after the other, so that the last response is also the newest. */
function useActions(setListState: SetListState, answeredCount: RefObject<number>, reload: () => Promise<void>) {
  const toast = useToast();
  const requestQueue = useRef(Promise.resolve());
  return (request: ActionRequest) => {
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
      // It was already deleted, for example in another tab: reload the list.
      if (answer.code === 'not-found') return reload();
      toast({ ...texts.failed, kind: 'bad' });
    });
  };
}
