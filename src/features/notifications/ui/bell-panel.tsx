import { useEffect, useId, useRef } from 'react';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/empty-state.tsx';
import { PANEL_OPENED_EVENT } from '../../../web/kit/use-dismiss.ts';
import { texts } from '../texts.ts';
import { NOTIFICATIONS_PAGE_URL } from './notifications-api.ts';
import { BellItem } from './bell-item.tsx';
import { useNotificationList } from './use-notification-list.ts';
import './bell-panel.css';

type BellPanelProps = {
  isOpen: boolean;
  /** A changed value reloads the list. */
  reloadKey: number;
  /** The number of unread notifications, and whether the server has answered all pending actions. */
  onUnread: (unread: number, isSettled: boolean) => void;
  /** The user followed a link in the panel. */
  onNavigate: () => void;
};

/** The content of the bell panel. It stays mounted while closed, because actions may still be pending. */
export function BellPanel({ isOpen, reloadKey, onUnread, onNavigate }: BellPanelProps) {
  const titleId = useId();
  const title = useRef<HTMLHeadingElement>(null);
  const notifications = useNotificationList({ isOpen, reloadKey, onUnread });
  const { page, loadedAt, error, performAction } = notifications;
  const isLoaded = page !== null;
  // With its list it covers more than without.
  useEffect(() => {
    if (isOpen) window.dispatchEvent(new Event(PANEL_OPENED_EVENT));
  }, [isOpen, isLoaded]);
  const hasNoUnread = !page || page.unread === 0;

  return (
    <section className="bell-drop" data-keep-clear hidden={!isOpen} aria-labelledby={titleId}>
      <div className="bell-head">
        <h2 id={titleId} ref={title} tabIndex={-1}>
          {texts.title}
        </h2>
        <button
          type="button"
          className="bell-all"
          // Not `disabled`: that would remove the focus from the button for keyboard users.
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
        <PanelEnd notifications={notifications} focusTitle={() => title.current?.focus()} />
      </div>
    </section>
  );
}

type PanelEndProps = {
  notifications: ReturnType<typeof useNotificationList>;
  /** The button of the first page's error disappears when it is pressed. */
  focusTitle: () => void;
};

/** Retries the first page if it is missing, otherwise loads the next one. */
function PanelEnd({ notifications: { page, error, isLoadingMore, retry, loadMore }, focusTitle }: PanelEndProps) {
  return (
    <>
      {page === null && error && (
        <ListEnd
          end={{
            nextUrl: NOTIFICATIONS_PAGE_URL,
            isLoading: false,
            error,
            addedCount: 0,
            loadMore: () => (focusTitle(), void retry()),
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
    </>
  );
}

function LoadingSkeleton() {
  return (
    <div className="bell-coming">
      <p className="visually-hidden" role="status">
        {texts.loading}
      </p>
      <Skeleton />
      <Skeleton />
      <Skeleton />
    </div>
  );
}
