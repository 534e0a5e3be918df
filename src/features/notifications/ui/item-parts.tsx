import { Flag, Gamepad2, Megaphone, MessageCircle, UserCheck, UserPlus, Users, type LucideIcon } from 'lucide-react';
import { Icon } from '../../../web/kit/icon.tsx';
import { timeLabel } from '../rules.ts';
import type { NotificationType, NotificationView } from '../schema.ts';
import { texts } from '../texts.ts';

const ICONS: Record<NotificationType, LucideIcon> = {
  friend_request: UserPlus,
  friend_accepted: UserCheck,
  message: MessageCircle,
  game_update: Gamepad2,
  group_invite: Users,
  general: Megaphone,
  report: Flag,
};

/** The drawing that goes with a kind of notification. */
export function ItemIcon({ type }: { type: NotificationType }) {
  return (
    <span className="notification-icon">
      <Icon icon={ICONS[type]} />
    </span>
  );
}

/** What a notification says. @param props.whole all of its message; else three lines */
export function ItemText({ item, isExpanded }: { item: NotificationView; isExpanded: boolean }) {
  return (
    <>
      <b className="notification-title">
        {item.title}
        {!item.isRead && (
          <span className="notification-dot">
            <span className="aloud">{texts.unread}</span>
          </span>
        )}
      </b>
      <span className={isExpanded ? 'notification-message whole' : 'notification-message'}>{item.message}</span>
    </>
  );
}

/** How long ago a notification came. An hour may begin between server and browser; either label is right then. */
export function ItemTime({ createdAt, now }: { createdAt: string; now: number }) {
  const label = timeLabel(createdAt, now);
  const timeText = label.unit === 'now' ? texts.justNow : label.unit === 'hours' ? texts.hoursAgo(label.count) : texts.daysAgo(label.count);
  return (
    <time dateTime={createdAt} suppressHydrationWarning>
      {timeText}
    </time>
  );
}
