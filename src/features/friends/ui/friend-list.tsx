import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { PersonName } from '../../../web/kit/team-badge.tsx';
import { matchesFilter, urlForFriends } from '../rules.ts';
import type { FriendRow, FriendsView, Presence } from '../schema.ts';
import { texts } from '../texts.ts';
import { PresenceIndicator } from './presence-indicator.tsx';
import './friends.css';
import '../../../web/kit/person.css';
import './friend-list.css';

/** Data of the friends page's loader; a further page that cannot be loaded counts as failed. */
type FriendsLoaderData = { view: FriendsView } | { failed: true };

const urlForNextPage = (after: string) => urlForFriends({ after });
const selectPage = (answer: FriendsLoaderData) => ('view' in answer ? answer.view.friends : null);
const idOf = ({ id }: FriendRow) => id;

type FriendListProps = {
  page: NonNullable<FriendsView['friends']>;
  now: number;
  /** The latest known presence of a friend. */
  getPresence: (playerId: string, known: Presence) => Presence;
  /** The friend whose chat is open, and its last message. */
  chat: { id: string; last: FriendRow['last']; isRead: boolean } | null;
};

/** The viewer's friends. The filter applies to the loaded ones only. */
export function FriendList({ page, now, getPresence, chat }: FriendListProps) {
  const { list, items, end } = useInfiniteList(page, { urlForPage: urlForNextPage, getPage: selectPage, idOf, reload: 'always' });
  const [filter, setFilter] = useState('');
  const isFirstPage = !new URLSearchParams(useLocation().search).has('after');
  const matching = items.filter((row) => matchesFilter(row, filter));
  return (
    <section className="friend-list" aria-label={texts.list.label}>
      <div className="friend-filter needs-js">
        <Field
          name="filter"
          type="search"
          label={texts.list.filter}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
        />
      </div>
      {!isFirstPage && (
        <p className="friend-start">
          <Link className="link" to={urlForFriends()}>
            {texts.list.fromStart}
          </Link>
        </p>
      )}
      <ul ref={list}>
        {matching.map((row) => (
          <li key={row.id}>
            <FriendItem row={{ ...row, presence: getPresence(row.id, row.presence) }} now={now} chat={chat?.id === row.id ? chat : null} />
          </li>
        ))}
      </ul>
      <div role="status">{matching.length === 0 && <p className="people-none">{texts.list.noMatch(filter.trim())}</p>}</div>
      <ListEnd end={end} />
    </section>
  );
}

function FriendItem({ row, now, chat }: { row: FriendRow; now: number; chat: FriendListProps['chat'] }) {
  const { id, username, displayName, avatar, isTeam, presence } = row;
  const unread = chat?.isRead ? 0 : row.unread;
  const last = chat?.last ?? row.last;
  return (
    <Link
      className="friend-line"
      id={`friend-${id}`}
      to={urlForFriends({ chat: id })}
      aria-current={chat ? 'true' : undefined}
      preventScrollReset
    >
      <Avatar src={avatar} size={50} />
      <span className="person-names">
        <span className="friend-top">
          <PersonName name={displayName} isTeam={isTeam} />
          <PresenceIndicator presence={presence} now={now} />
        </span>
        <span>@{username}</span>
        {(last || unread > 0) && (
          <span className={unread > 0 ? 'friend-last has-unread' : 'friend-last'}>
            {last && (
              <span className="friend-words" dir="auto">
                {last.mine ? texts.list.you(last.text) : last.text}
              </span>
            )}
            {unread > 0 && (
              <span className="friend-unread">
                <span aria-hidden="true">{texts.list.unread(unread)}</span>
                <span className="visually-hidden">{texts.list.unreadAloud(unread)}</span>
              </span>
            )}
          </span>
        )}
      </span>
    </Link>
  );
}
