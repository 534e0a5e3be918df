import { useState, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { ActionRequest } from '../rules.ts';
import type { NotificationView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ItemIcon, ItemTime, ItemText } from './item-parts.tsx';
import './notification.css';
import './bell-panel.css';

type BellItemProps = {
  item: NotificationView;
  /** When the list was loaded, in milliseconds. */
  now: number;
  onAction: (done: ActionRequest) => void;
  /** The user followed the link of the item. */
  onNavigate: () => void;
  /** No neighbouring item is left to take the focus. */
  onLastRemoved: () => void;
};

/** One notification in the bell panel. */
export function BellItem({ item, now, onAction, onNavigate, onLastRemoved }: BellItemProps) {
  const { id, title, isRead } = item;

  const open = () => {
    onAction({ action: 'open', id });
    onNavigate();
  };
  const markRead = () => onAction({ action: 'read', id });
  // Before a control disappears, moves the focus to one that stays.
  const markReadAndMoveFocus = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('li')?.querySelector<HTMLElement>('.notification-open')?.focus();
    markRead();
  };
  const remove = (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const sibling = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('.notification-remove');
    if (sibling) sibling.focus();
    else onLastRemoved();
    onAction({ action: 'delete', id });
  };

  return (
    <li className={isRead ? 'notification' : 'notification unread'}>
      <ItemIcon type={item.type} />
      <div className="notification-body">
        <ItemOpener item={item} onRead={markRead} onOpen={open} />
        <p className="notification-foot">
          <ItemTime createdAt={item.createdAt} now={now} />
          {!isRead && (
            <button
              type="button"
              className="notification-read"
              aria-label={texts.about(texts.markOne, title)}
              onClick={markReadAndMoveFocus}
            >
              {texts.markOne}
            </button>
          )}
        </p>
      </div>
      <button
        type="button"
        className="icon-btn notification-remove"
        aria-label={texts.about(texts.remove, title)}
        title={texts.remove}
        onClick={remove}
      >
        <Icon icon="x" />
      </button>
    </li>
  );
}

type ItemOpenerProps = { item: NotificationView; onRead: () => void; onOpen: () => void };

/** The text of a notification: a link to what it is about, or a button that shows all of it. */
function ItemOpener({ item, onRead, onOpen }: ItemOpenerProps) {
  const [isExpanded, setExpanded] = useState(false);
  const follow = (event: MouseEvent) => {
    // The link opens in a new tab; in this tab the notification stays.
    if (!event.ctrlKey && !event.metaKey && !event.shiftKey) onOpen();
  };
  return item.to === null ? (
    <button
      type="button"
      className="notification-open"
      aria-expanded={isExpanded}
      onClick={() => {
        setExpanded(!isExpanded);
        if (!item.isRead) onRead();
      }}
    >
      <ItemText item={item} isExpanded={isExpanded} />
    </button>
  ) : (
    <Link className="notification-open" to={item.to} onClick={follow}>
      <ItemText item={item} isExpanded={false} />
    </Link>
  );
}
