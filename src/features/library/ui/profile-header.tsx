import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Badge } from '../../../web/kit/badge.tsx';
import type { Viewer } from '../../../shared/viewer.ts';
import { FullBodyAvatar } from '../../avatars/ui/full-body-avatar.tsx';
import { formatMonth } from '../../../shared/date-format.ts';
import { texts } from '../texts.ts';
import './profile.css';

const STICKERS = ['obby', 'action', 'tycoon', 'racing', 'simulator'];

type ProfileHeaderProps = {
  viewer: Viewer;
  /** ISO date and time. */
  memberSince: string;
  isPremium: boolean;
};

/** The player's identity, and links to change it. */
export function ProfileHeader({ viewer, memberSince, isPremium }: ProfileHeaderProps) {
  const { profile } = texts;
  return (
    <div className="profile-head">
      <div className="profile-band cloth role-play" aria-hidden="true">
        <div className="wrap">
          {STICKERS.map((sticker) => (
            <img key={sticker} src={`/stickers/${sticker}.svg`} width="84" height="84" alt="" fetchPriority="low" />
          ))}
        </div>
      </div>
      <div className="pindo" />
      <div className="wrap profile-who">
        <FullBodyAvatar avatar={viewer.avatar} className={{ face: 'profile-avatar', body: 'profile-figure' }} />
        <div className="profile-name">
          <h1 dir="auto">{viewer.displayName}</h1>
          <p className="muted">
            <span>@{viewer.username}</span> <span>{profile.memberSince(formatMonth(memberSince))}</span>
            {isPremium && (
              <Badge variant="premium">
                <Icon icon="crown" size="small" />
                {profile.premium}
              </Badge>
            )}
          </p>
        </div>
        <div className="profile-acts">
          {viewer.role !== 'player' && (
            <LinkButton compact to="/moderation">
              <Icon icon="shield-check" />
              {profile.moderation}
            </LinkButton>
          )}
          {viewer.role === 'operator' && (
            <LinkButton compact to="/operator">
              <Icon icon="sliders-horizontal" />
              {profile.operator}
            </LinkButton>
          )}
          <LinkButton compact to="/settings">
            <Icon icon="pencil" />
            {profile.edit}
          </LinkButton>
          <LinkButton variant="primary" compact to="/friends?tab=search">
            <Icon icon="user-plus" />
            {profile.addFriend}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
