import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useInfiniteList } from '../../../web/growing-list.ts';
import { Avatar } from '../../../web/kit/avatar.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { fitsFilter, friendsAddress } from '../rules.ts';
import type { FriendRow, FriendsView, Presence } from '../schema.ts';
import { texts } from '../texts.ts';
import { PresenceMark } from './presence-mark.tsx';

/** What the friends page's loader answers; a further page that cannot be fetched counts as failed. */
type FriendsAnswer = { view: FriendsView } | { failed: true };

const addressOf = (after: string) => friendsAddress({ after });
const pick = (answer: FriendsAnswer) => ('view' in answer ? answer.view.friends : null);
const idOf = ({ id }: FriendRow) => id;

type FriendListProps = {
  page: NonNullable<FriendsView['friends']>;
  now: number;
  /** What is heard of a friend's coming and going. */
  presenceOf: (playerId: string, known: Presence) => Presence;
  /** The friend whose chat is open, and what was said there last. */
  chat: { id: string; last: FriendRow['last']; isRead: boolean } | null;
};

/** The viewer's friends. The filter looks at those that were loaded. */
export function FriendList({ page, now, presenceOf, chat }: FriendListProps) {
  const { list, items, end } = useInfiniteList(page, { urlForPage: addressOf, getPage: pick, idOf, reload: 'always' });
  const [typed, setTyped] = useState('');
  const isStart = !new URLSearchParams(useLocation().search).has('after');
  const fitting = items.filter((row) => fitsFilter(row, typed));
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
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {!isStart && (
        <p className="friend-start">
          <Link className="link" to={friendsAddress()}>
            {texts.list.fromStart}
          </Link>
        </p>
      )}
      <ul ref={list}>
        {fitting.map((row) => (
          <li key={row.id}>
            <FriendLine row={{ ...row, presence: presenceOf(row.id, row.presence) }} now={now} chat={chat?.id === row.id ? chat : null} />
          </li>
        ))}
      </ul>
      <div role="status">{fitting.length === 0 && <p className="people-none">{texts.list.noMatch(typed.trim())}</p>}</div>
      <ListEnd end={end} />
    </section>
  );
}

function FriendLine({ row, now, chat }: { row: FriendRow; now: number; chat: FriendListProps['chat'] }) {
  const { id, username, displayName, avatar, presence } = row;
  const unread = chat?.isRead ? 0 : row.unread;
  const last = chat?.last ?? row.last;
  return (
    <Link
      className="friend-line"
      id={`friend-${id}`}
      to={friendsAddress({ chat: id })}
      aria-current={chat ? 'true' : undefined}
      preventScrollReset
    >
      <Avatar src={avatar} size={50} />
      <span className="person-names">
        <span className="friend-top">
          <b dir="auto">{displayName}</b>
          <PresenceMark presence={presence} now={now} />
        </span>
        <span>@{username}</span>
        {(last || unread > 0) && (
          <span className={unread > 0 ? 'friend-last unread' : 'friend-last'}>
            {last && (
              <span className="friend-words" dir="auto">
                {last.mine ? texts.list.you(last.text) : last.text}
              </span>
            )}
            {unread > 0 && (
              <span className="friend-unread">
                <span aria-hidden="true">{texts.list.unread(unread)}</span>
                <span className="aloud">{texts.list.unreadAloud(unread)}</span>
              </span>
            )}
          </span>
        )}
      </span>
    </Link>
  );
}
