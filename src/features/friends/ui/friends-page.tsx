import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useNavigate, useRevalidator } from 'react-router';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { Tabs } from '../../../web/kit/tabs.tsx';
import type { Conversation } from '../../chat/schema.ts';
import { useChatEvents } from '../../chat/ui/chat-events.ts';
import { Chat } from '../../chat/ui/chat.tsx';
import { ChatDisabledBanner } from '../../chat/ui/chat-disabled-banner.tsx';
import type { HelpCardView } from '../../help-requests/schema.ts';
import { HelpCardPlace } from '../../help-requests/ui/help-card.tsx';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import { urlForFriends } from '../rules.ts';
import { FRIENDS_TABS, type FriendRow, type FriendsView } from '../schema.ts';
import { texts } from '../texts.ts';
import { AddFriends } from './add-friends.tsx';
import { ChatHeader } from './chat-header.tsx';
import { FriendList } from './friend-list.tsx';
import { FriendRequests } from './friend-requests.tsx';
import { PausedFriends } from './paused-friends.tsx';
import { useFriendAction } from './use-friend-action.ts';
import { useNow } from './use-now.ts';
import { usePresences } from './use-presences.ts';
import './friends.css';

const ICONS = { friends: 'users', requests: 'inbox', search: 'user-plus' } as const;
/** Events within this time cause a single reload of the list, in milliseconds. */
const RELOAD_DELAY_MS = 1_000;

type FriendsPageProps = {
  view: FriendsView;
  /** Chat is disabled for everybody; null: it is on. */
  chatClosed: ClosedNotice | null;
  conversation: Conversation | null;
  viewerId: string;
};

/** Friends, requests and player search, with a chat beside the friends. On a phone the chat fills the screen. */
export function FriendsPage({ view, chatClosed, conversation, viewerId }: FriendsPageProps) {
  const { tab, counts, friends, requests, search } = view;
  const chat = tab === 'friends' ? conversation : null;
  const tabLabels = { friends: texts.friends(counts.friends), requests: texts.requests(counts.requests), search: texts.search };
  const message = chatClosed?.message ?? '';
  useListReload(chat?.friend.id ?? null, viewerId);
  const isDisabled = useChatDisabled(view, chatClosed !== null);
  return (
    <div className={chat ? 'friends has-chat' : 'friends'}>
      <div className="friends-band cloth adventure">
        <div className="wrap">
          <h1>{texts.title}</h1>
          <LinkButton variant="ghost" className="friends-groups" to="/groups">
            <Icon icon="shield" size="small" />
            {texts.groups}
          </LinkButton>
          <img src="/stickers/friends.svg" width="120" height="120" alt="" />
        </div>
      </div>
      <div className="wrap">
        <div className="friends-tabs">
          <Tabs
            label={texts.tabsLabel}
            tabs={FRIENDS_TABS.map((each) => ({
              to: urlForFriends({ tab: each }),
              label: tabLabels[each],
              icon: ICONS[each],
              isSelected: each === tab,
            }))}
          />
        </div>
        {isDisabled && !chat && <ChatDisabledBanner message={message} />}
        {view.isPaused && tab !== 'friends' && <PausedNote />}
        {tab === 'friends' && friends && (
          <FriendsAndChat friends={friends} conversation={chat} viewerId={viewerId} closedMessage={message} />
        )}
        {view.pausedFriends && <PausedFriends page={view.pausedFriends} />}
        {tab === 'requests' && requests && <FriendRequests requests={requests} />}
        {tab === 'search' && search && <AddFriends search={search} />}
      </div>
    </div>
  );
}

/** Why asking does not work now, what still does, and where to disagree. */
function PausedNote() {
  const { title, text, help, contact } = texts.paused;
  return (
    <Note title={title}>
      <p>{text}</p>
      <p>
        {help}{' '}
        <Link className="link" to="/contact">
          {contact}
        </Link>
      </p>
    </Note>
  );
}

type FriendsAndChatProps = Pick<FriendsPageProps, 'conversation' | 'viewerId'> & {
  friends: NonNullable<FriendsView['friends']>;
  /** What the operator says while chat is disabled. */
  closedMessage: string;
};

function FriendsAndChat({ friends, conversation, viewerId, closedMessage }: FriendsAndChatProps) {
  const now = useNow();
  const getPresence = usePresences();
  const navigate = useNavigate();
  const { performAction } = useFriendAction();
  const friendId = conversation?.friend.id ?? null;
  const isOpened = useHasChanged(friendId);
  const [chatUpdate, setChatUpdate] = useState<{ id: string; last: FriendRow['last']; isRead: boolean } | null>(null);
  const [help, setHelp] = useState<{ friendId: string; card: HelpCardView } | null>(null);
  const chatUpdateHere = chatUpdate?.id === friendId ? chatUpdate : null;
  useFocusOnClose(friendId);

  const helpCard = help !== null && (friendId === null || help.friendId === friendId) ? help.card : null;
  // The chat in which the viewer asked for help is gone: the friend is one no more.
  const helpWithoutChat = friendId === null && <HelpCardPlace card={helpCard} onClose={() => setHelp(null)} isWhole />;
  if (friends.items.length === 0 && conversation === null)
    return (
      <>
        {helpWithoutChat}
        <NoFriends />
      </>
    );
  // Navigate to the list, because the URL still names the removed friend.
  const onRemoved = async () => navigate(urlForFriends());
  return (
    <>
      {helpWithoutChat}
      <div className="friends-both">
        <FriendList
          page={friends}
          now={now}
          getPresence={getPresence}
          chat={friendId === null ? null : { id: friendId, last: chatUpdateHere?.last ?? null, isRead: chatUpdateHere?.isRead ?? false }}
        />
        {conversation && friendId !== null ? (
          <Chat
            key={friendId}
            conversation={conversation}
            viewerId={viewerId}
            closedMessage={closedMessage}
            helpCard={helpCard}
            onHelp={(card) => setHelp(card && { friendId, card })}
            header={
              <ChatHeader
                friend={{ ...conversation.friend, presence: getPresence(friendId, conversation.friend.presence) }}
                now={now}
                isOpened={isOpened}
                performAction={performAction}
                onRemoved={onRemoved}
              />
            }
            onBlock={() => performAction('block', friendId, { after: onRemoved })}
            onLastMessage={({ text, at, mine }) =>
              setChatUpdate((was) => ({ id: friendId, last: { text, at, mine }, isRead: was?.id === friendId && was.isRead }))
            }
            onRead={() => setChatUpdate((was) => ({ id: friendId, last: was?.id === friendId ? was.last : null, isRead: true }))}
          />
        ) : (
          <div className="chat-none">
            <Icon icon="message-circle" size="large" />
            <p>{texts.list.pick}</p>
          </div>
        )}
      </div>
    </>
  );
}

function NoFriends() {
  return (
    <div className="friends-panels">
      <section className="panel">
        <EmptyState title={texts.list.empty} level={2}>
          <LinkButton variant="primary" multiline to={urlForFriends({ tab: 'search' })}>
            {texts.search}
          </LinkButton>
        </EmptyState>
      </section>
    </div>
  );
}

/** Returns whether a value has changed since the page was loaded: the initial value must not take the focus. */
function useHasChanged(value: string | null): boolean {
  const first = useRef(value);
  const [hasChanged, setChanged] = useState(false);
  useEffect(() => {
    if (value !== first.current) setChanged(true);
  }, [value]);
  return hasChanged;
}

/** When a chat closes, its row in the list gets the focus. */
function useFocusOnClose(friendId: string | null): void {
  const before = useRef(friendId);
  useEffect(() => {
    if (friendId === null && before.current !== null) document.querySelector<HTMLElement>(`#friend-${CSS.escape(before.current)}`)?.focus();
    before.current = friendId;
  }, [friendId]);
}

/** Whether chat is disabled for everybody: from the loaded page or from a later event. */
function useChatDisabled(view: FriendsView, loaded: boolean): boolean {
  const [known, setKnown] = useState({ view, isOff: loaded });
  if (known.view !== view) setKnown({ view, isOff: loaded });
  useChatEvents((event) => {
    if (event.kind === 'switched' && event.flag === 'chat') setKnown((now) => ({ ...now, isOff: !event.isEnabled }));
  });
  return known.isOff;
}

/**
 * Reloads the page when others write, send or accept requests, at most once a second; without a live connection, at the polling interval.
 */
function useListReload(chatId: string | null, viewerId: string): void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const reload = useEffectEvent(async () => {
    timer.current = undefined;
    // If loading failed, an error page would replace this page.
    if (!document.hidden && (await isServerReachable())) await revalidate();
  });
  const scheduleReload = () => {
    timer.current ??= setTimeout(() => void reload(), RELOAD_DELAY_MS);
  };
  useChatEvents((event) => {
    // The open chat updates itself.
    const isElsewhere = event.kind === 'chat' && event.from !== chatId && event.from !== viewerId;
    // Received and accepted requests arrive as notification events. Beside an open chat these are ignored, because messages of that chat
    // cause them too.
    if (isElsewhere || event.kind === 'poll' || event.kind === 'reconnected' || (event.kind === 'notification' && chatId === null))
      scheduleReload();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
