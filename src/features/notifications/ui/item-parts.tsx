import { Icon } from '../../../web/kit/icon.tsx';
import { timeLabel } from '../rules.ts';
import type { NotificationType, NotificationView } from '../schema.ts';
import { texts } from '../texts.ts';
import './notification.css';
import type { IconName } from '../../../web/kit/icon-names.ts';

const ICONS: Record<NotificationType, IconName> = {
  friend_request: 'user-plus',
  friend_accepted: 'user-check',
  message: 'message-circle',
  game_update: 'gamepad-2',
  group_invite: 'users',
  general: 'megaphone',
  report: 'flag',
};

/** The icon of a notification type. */
export function ItemIcon({ type }: { type: NotificationType }) {
  return (
    <span className="notification-icon">
      <Icon icon={ICONS[type]} />
    </span>
  );
}

/** The title and message of a notification. @param props.isExpanded shows the whole message instead of three lines */
export function ItemText({ item, isExpanded }: { item: NotificationView; isExpanded: boolean }) {
  return (
    <>
      <b className="notification-title">
        {item.title}
        {!item.isRead && (
          <span className="notification-dot">
            <span className="visually-hidden">{texts.unread}</span>
          </span>
        )}
      </b>
      <span className={isExpanded ? 'notification-message whole' : 'notification-message'}>{item.message}</span>
    </>
  );
}

/** The age of a notification. If it crosses an hour between server and browser, both labels are acceptable. */
export function ItemTime({ createdAt, now }: { createdAt: string; now: number }) {
  const label = timeLabel(createdAt, now);
  const timeText = label.unit === 'now' ? texts.justNow : label.unit === 'hours' ? texts.hoursAgo(label.count) : texts.daysAgo(label.count);
  return (
    <time dateTime={createdAt} suppressHydrationWarning>
      {timeText}
    </time>
  );
}
