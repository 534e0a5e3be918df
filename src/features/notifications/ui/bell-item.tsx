import { X } from 'lucide-react';
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
  const [isExpanded, setExpanded] = useState(false);
  const { id, to, title, isRead } = item;

  const open = (event: MouseEvent) => {
    // The link opens in a new tab; in this tab the notification stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
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
        {to === null ? (
          <button
            type="button"
            className="notification-open"
            aria-expanded={isExpanded}
            onClick={() => {
              setExpanded(!isExpanded);
              if (!isRead) markRead();
            }}
          >
            <ItemText item={item} isExpanded={isExpanded} />
          </button>
        ) : (
          <Link className="notification-open" to={to} onClick={open}>
            <ItemText item={item} isExpanded={false} />
          </Link>
        )}
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
        <Icon icon={X} />
      </button>
    </li>
  );
}
