import { Link } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { PersonName } from '../../../web/kit/team-badge.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { FriendsView, PlayerSummary } from '../../friends/schema.ts';
import { texts } from '../texts.ts';
import type { ProfileData } from './profile-data.ts';
import '../../../web/kit/person.css';

const { profile } = texts;
const urlForPage = (after: string) => `/profile?tab=friends&after=${encodeURIComponent(after)}`;
const getPage = (answer: ProfileData) => ('friends' in answer ? answer.friends : null);
const idOf = ({ id }: PlayerSummary) => id;

/** The player's friends on their own profile, with links to their pages and chats. */
export function ProfileFriends({ page }: { page: NonNullable<FriendsView['friends']> }) {
  const { list, items, end } = useInfiniteList(page, { urlForPage, getPage, idOf });
  if (items.length === 0) {
    return (
      <EmptyState title={profile.noFriends} level={2}>
        <LinkButton variant="primary" multiline to="/friends?tab=search">
          {profile.addFriend}
        </LinkButton>
      </EmptyState>
    );
  }
  return (
    <>
      <ul ref={list} className="panel people">
        {items.map((friend) => (
          <FriendItem key={friend.id} friend={friend} showOnline={friend.presence?.online === true} />
        ))}
      </ul>
      <ListEnd end={end} />
    </>
  );
}

type FriendItemProps = {
  friend: PlayerSummary;
  /** False also where the heading already says that all are online. */
  showOnline?: boolean;
};

/** A friend, with links to their page and to the chat. */
export function FriendItem({ friend, showOnline = false }: FriendItemProps) {
  const { id, username, displayName, avatar, isTeam } = friend;
  return (
    <li className="person-line">
      <Link className="person-who" to={`/friends/${encodeURIComponent(id)}`}>
        <Avatar src={avatar} size={50} lazy />
        <span className="person-names">
          <PersonName name={displayName} isTeam={isTeam} />
          <span>@{username}</span>
          {showOnline && <span className="presence online">{profile.online}</span>}
        </span>
      </Link>
      <span className="person-acts">
        <Link
          className="icon-btn"
          to={`/friends?chat=${encodeURIComponent(id)}`}
          aria-label={profile.messageTo(displayName)}
          title={profile.messageTo(displayName)}
        >
          <Icon icon="message-circle" />
        </Link>
      </span>
    </li>
  );
}
