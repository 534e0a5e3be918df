import { Link } from 'react-router';
import { formatKiddocash } from '../../../shared/money.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { LinkButton } from '../../../web/kit/button.tsx';
import type { PlayerSummary } from '../../friends/schema.ts';
import { texts } from '../texts.ts';
import { FriendItem } from './profile-friends.tsx';
import './profile.css';
import '../../../web/kit/person.css';

const { profile } = texts;

type ProfileSidebarProps = {
  avatar: string;
  balance: number;
  /** Friends who are online. */
  onlineFriends: PlayerSummary[];
};

/** The sidebar of the profile: kiddocash, the avatar, and online friends. */
export function ProfileSidebar({ avatar, balance, onlineFriends }: ProfileSidebarProps) {
  return (
    <aside className="profile-side">
      <section className="profile-cash cloth fighting" aria-label={profile.kiddocash}>
        <img src="/brand/token.svg" width="56" height="62" alt="" />
        <Link to="/robux/statement">
          <b>{formatKiddocash(balance)}</b> <span>{profile.kiddocash}</span>
          <span className="visually-hidden">{profile.statement}</span>
        </Link>
        <LinkButton variant="ghost" size="sm" to="/robux">
          {profile.getKiddocash}
        </LinkButton>
      </section>
      <section className="panel profile-look" aria-labelledby="profile-look">
        <h2 id="profile-look">{profile.avatarTitle}</h2>
        <div className="profile-look-line">
          <Avatar src={avatar} size={64} lazy />
          <p className="muted">{profile.avatarText}</p>
        </div>
        <LinkButton variant="secondary" block to="/avatar-customization">
          {profile.customize}
        </LinkButton>
      </section>
      <section className="panel profile-here" aria-labelledby="profile-here">
        <h2 id="profile-here">{profile.here}</h2>
        {onlineFriends.length === 0 ? (
          <p className="muted">{profile.nobodyHere}</p>
        ) : (
          <ul className="people">
            {onlineFriends.map((friend) => (
              <FriendItem key={friend.id} friend={friend} />
            ))}
          </ul>
        )}
        <LinkButton variant="soft" size="sm" className="profile-here-link" to="/friends">
          {profile.seeFriends}
        </LinkButton>
      </section>
    </aside>
  );
}
