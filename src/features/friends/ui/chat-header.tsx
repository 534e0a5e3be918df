import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { TeamBadge } from '../../../web/kit/team-badge.tsx';
import { urlForFriends } from '../rules.ts';
import type { PlayerSummary, Presence } from '../schema.ts';
import { texts } from '../texts.ts';
import { PlayerMenu } from './player-menu.tsx';
import { PresenceIndicator } from './presence-indicator.tsx';
import type { PerformFriendAction } from './use-friend-action.ts';
import './friends.css';

type ChatHeaderProps = {
  friend: PlayerSummary & { presence: Presence };
  now: number;
  /** The chat was opened on this page, so it gets the focus. */
  isOpened: boolean;
  performAction: PerformFriendAction;
  onRemoved: () => void | Promise<void>;
};

/** The friend in a chat, and the actions on them. */
export function ChatHeader({ friend, now, isOpened, performAction, onRemoved }: ChatHeaderProps) {
  const name = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!isOpened) return;
    // With a mouse, focus the text field. On a touch screen the on-screen keyboard would cover the messages.
    const field = matchMedia('(hover: hover) and (pointer: fine)').matches
      ? name.current?.closest('.chat')?.querySelector<HTMLElement>('textarea:enabled')
      : null;
    (field ?? name.current)?.focus({ preventScroll: true });
  }, [isOpened]);
  const profile = texts.list.profile(friend.displayName);
  return (
    <header className="chat-head">
      <Link className="icon-btn chat-back" to={urlForFriends()} aria-label={texts.list.back} title={texts.list.back} preventScrollReset>
        <Icon icon="arrow-left" />
      </Link>
      <Avatar src={friend.avatar} size={46} />
      <div className="chat-who">
        <div className="person-name">
          <h2 ref={name} tabIndex={-1} dir="auto">
            {friend.displayName}
          </h2>
          {friend.isTeam && <TeamBadge isShort />}
        </div>
        <PresenceIndicator presence={friend.presence} now={now} />
      </div>
      <Link className="icon-btn" to={`/friends/${encodeURIComponent(friend.id)}`} aria-label={profile} title={profile}>
        <Icon icon="circle-user-round" />
      </Link>
      <PlayerMenu player={friend} relation="friends" performAction={performAction} onRemoved={onRemoved} />
    </header>
  );
}
