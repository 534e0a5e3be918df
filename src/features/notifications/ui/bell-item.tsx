import { X } from 'lucide-react';
import { useState, type MouseEvent } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { Done } from '../rules.ts';
import type { NotificationView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ItemIcon, ItemTime, ItemWords } from './item-words.tsx';

type BellItemProps = {
  item: NotificationView;
  /** When the list was loaded, in milliseconds. */
  now: number;
  onAct: (done: Done) => void;
  /** The item led to a page. */
  onGo: () => void;
  /** The focus has nowhere to go beside this item. */
  onLast: () => void;
};

/** One notification in the bell's list. */
export function BellItem({ item, now, onAct, onGo, onLast }: BellItemProps) {
  const [isWhole, setWhole] = useState(false);
  const { id, to, title, isRead } = item;

  const open = (event: MouseEvent) => {
    // In a new tab the page is looked at there; here the notification stays.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    onAct({ deed: 'open', id });
    onGo();
  };
  const read = () => onAct({ deed: 'read', id });
  // A control that goes leaves the focus to one that stays.
  const readHere = (event: MouseEvent<HTMLElement>) => {
    event.currentTarget.closest('li')?.querySelector<HTMLElement>('.notification-open')?.focus();
    read();
  };
  const remove = (event: MouseEvent<HTMLElement>) => {
    const row = event.currentTarget.closest('li');
    const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('.notification-remove');
    if (beside) beside.focus();
    else onLast();
    onAct({ deed: 'delete', id });
  };

  return (
    <li className={isRead ? 'notification' : 'notification unread'}>
      <ItemIcon type={item.type} />
      <div className="notification-body">
        {to === null ? (
          <button
            type="button"
            className="notification-open"
            aria-expanded={isWhole}
            onClick={() => {
              setWhole(!isWhole);
              if (!isRead) read();
            }}
          >
            <ItemWords item={item} whole={isWhole} />
          </button>
        ) : (
          <Link className="notification-open" to={to} onClick={open}>
            <ItemWords item={item} whole={false} />
          </Link>
        )}
        <p className="notification-foot">
          <ItemTime createdAt={item.createdAt} now={now} />
          {!isRead && (
            <button type="button" className="notification-read" aria-label={texts.about(texts.markOne, title)} onClick={readHere}>
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
