import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Form, useRevalidator } from 'react-router';
import { countNotificationEvents } from '../../../web/live.ts';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { ActionRequest } from '../rules.ts';
import type { NotificationPage, NotificationView } from '../schema.ts';
import { texts } from '../texts.ts';
import { NOTIFICATIONS_URL, NOTIFICATIONS_PAGE_URL } from './notifications-api.ts';
import { ItemIcon, ItemTime, ItemText } from './item-parts.tsx';
import { useLiveEvents } from './use-live-events.ts';
import './notification.css';
import './bell-panel.css';

const urlForNextPage = (after: string) => `${NOTIFICATIONS_PAGE_URL}?after=${encodeURIComponent(after)}`;
const selectPage = (answer: { page?: NotificationPage }) => answer.page ?? null;
const idOf = ({ id }: NotificationView) => id;

type NotificationsPageProps = {
  page: NotificationPage;
  /** {@link countNotificationEvents} before `page` was requested; 0 for a page that came with the document. */
  eventsBefore: number;
};

/** The notification list as a page: everything works with forms and links. */
export function NotificationsPage({ page, eventsBefore }: NotificationsPageProps) {
  const { list, items, end } = useInfiniteList(page, { urlForPage: urlForNextPage, getPage: selectPage, idOf, reload: 'always' });
  useLatestNotifications(eventsBefore);
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => setNow(Date.now()), [page]);
  return (
    <div className="wrap section notifications-page">
      <div className="section-head">
        <h1>{texts.title}</h1>
        {page.unread > 0 && (
          <ActionForm request={{ action: 'read-all', id: null }}>
            <button type="submit" className={buttonClass({ variant: 'plain', size: 'sm' })}>
              {texts.markAll}
            </button>
          </ActionForm>
        )}
      </div>
      {items.length === 0 ? (
        <EmptyState title={texts.empty} text={texts.emptyText} level={2}>
          <LinkButton variant="primary" multiline to="/games">
            {texts.browse}
          </LinkButton>
        </EmptyState>
      ) : (
        <ul ref={list} className="notifications">
          {items.map((item) => (
            <NotificationItem key={item.id} item={item} now={now} />
          ))}
        </ul>
      )}
      <ListEnd end={end} />
    </div>
  );
}

/** Reloads the page when there is something new, also if that came while the page was being loaded. */
function useLatestNotifications(eventsBefore: number): void {
  const { revalidate } = useRevalidator();
  const reload = async () => {
    if (await isServerReachable()) await revalidate();
  };
  const reloadIfMissed = useEffectEvent(() => {
    if (countNotificationEvents() !== eventsBefore) void reload();
  });
  useEffect(() => reloadIfMissed(), []);
  useLiveEvents(({ kind }) => {
    // After a reconnect the whole page is reloaded anyway.
    if (kind === 'notification' || kind === 'poll') void reload();
  });
}

function NotificationItem({ item, now }: { item: NotificationView; now: number }) {
  const { id, title } = item;
  return (
    <li className={item.isRead ? 'notification' : 'notification unread'}>
      <ItemIcon type={item.type} />
      <div className="notification-body">
        {item.to === null ? (
          <div>
            <ItemText item={item} isExpanded />
          </div>
        ) : (
          <ActionForm request={{ action: 'open', id }} returnUrl={item.to}>
            <button type="submit" className="notification-open">
              <ItemText item={item} isExpanded />
            </button>
          </ActionForm>
        )}
        <div className="notification-foot">
          <ItemTime createdAt={item.createdAt} now={now} />
          {!item.isRead && (
            <ActionForm request={{ action: 'read', id }}>
              <button type="submit" className="notification-read" aria-label={texts.about(texts.markOne, title)}>
                {texts.markOne}
              </button>
            </ActionForm>
          )}
        </div>
      </div>
      <ActionForm request={{ action: 'delete', id }}>
        <button type="submit" className="icon-btn notification-remove" aria-label={texts.about(texts.remove, title)} title={texts.remove}>
          <Icon icon="x" />
        </button>
      </ActionForm>
    </li>
  );
}

/** @param props.returnUrl where the form redirects afterwards */
function ActionForm({
  request: { action, id },
  returnUrl = NOTIFICATIONS_PAGE_URL,
  children,
}: {
  request: ActionRequest;
  returnUrl?: string;
  children: ReactNode;
}) {
  return (
    <Form method="post" action={NOTIFICATIONS_URL} preventScrollReset>
      <input type="hidden" name="do" value={action} />
      {id !== null && <input type="hidden" name="id" value={id} />}
      <input type="hidden" name="returnUrl" value={returnUrl} />
      {children}
    </Form>
  );
}
