import { useId, useRef } from 'react';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/empty-state.tsx';
import { texts } from '../texts.ts';
import { NOTIFICATIONS_PAGE_URL } from './notifications-api.ts';
import { BellItem } from './bell-item.tsx';
import { useNotificationList } from './use-notification-list.ts';

type BellPanelProps = {
  isOpen: boolean;
  /** Another number: load the list anew. */
  reloadKey: number;
  /** How many are unread, and whether the server has answered all that was done. */
  onUnread: (unread: number, isSettled: boolean) => void;
  /** The panel led to a page. */
  onNavigate: () => void;
};

/** What is in the bell. It stays while it is closed: what was done in it may still be on its way. */
export function BellPanel({ isOpen, reloadKey, onUnread, onNavigate }: BellPanelProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const {
    page,
    loadedAt,
    error,
    isLoadingMore,
    again: retry,
    loadMore,
    act: performAction,
  } = useNotificationList({ isOpen, reloadKey, onUnread });
  const hasNoUnread = !page || page.unread === 0;

  return (
    <section className="bell-drop" hidden={!isOpen} aria-labelledby={titleId}>
      <div className="bell-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {texts.title}
        </h2>
        <button
          type="button"
          className="bell-all"
          // Not `disabled`: that would take the focus away from whoever pressed it with the keyboard.
          aria-disabled={hasNoUnread || undefined}
          onClick={() => hasNoUnread || performAction({ action: 'read-all', id: null })}
        >
          {texts.markAll}
        </button>
      </div>
      <div className="bell-list">
        {page === null && error === null && <LoadingSkeleton />}
        {page?.items.length === 0 && page.next === null && <EmptyState title={texts.empty} text={texts.emptyText} />}
        {page && page.items.length > 0 && (
          <ul className="notifications">
            {page.items.map((item) => (
              <BellItem
                key={item.id}
                item={item}
                now={loadedAt}
                onAction={performAction}
                onNavigate={onNavigate}
                onLastRemoved={() => title.current?.focus()}
              />
            ))}
          </ul>
        )}
        {/* Without a first page it is asked for, else the next one. */}
        {page === null && error && (
          <ListEnd
            end={{
              nextUrl: NOTIFICATIONS_PAGE_URL,
              isLoading: false,
              error,
              addedCount: 0,
              loadMore: () => (title.current?.focus(), void retry()),
            }}
          />
        )}
        {page?.next && (
          <ListEnd
            end={{
              nextUrl: `${NOTIFICATIONS_PAGE_URL}?after=${encodeURIComponent(page.next)}`,
              isLoading: isLoadingMore,
              error,
              addedCount: 0,
              loadMore: () => void loadMore(),
            }}
            labels={{ more: texts.more, loading: texts.loading }}
          />
        )}
      </div>
    </section>
  );
}

function LoadingSkeleton() {
  return (
    <div className="bell-coming">
      <p className="aloud" role="status">
        {texts.loading}
      </p>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
