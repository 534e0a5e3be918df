import { useEffect, useState } from 'react';
import { useTimeZone } from '../../../web/time-zone.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { formatDay, formatTimeOfDay, getCalendarDay } from '../../../shared/date-format.ts';
import { getDayBefore } from '../../library/ui/group-by-day.ts';
import { groupByDay, findLastReadId, type DisplayedMessage, type Thread } from '../rules.ts';
import type { Conversation } from '../schema.ts';
import { texts } from '../texts.ts';
import { Message } from './message.tsx';
import { useAnchoredScroll } from './use-anchored-scroll.ts';
import type { OlderMessages } from './use-older-messages.ts';
import './message.css';

/** How long screen readers ignore the list after older messages were added on top, in milliseconds. */
const LIVE_REGION_PAUSE_MS = 500;

type MessageListProps = {
  friend: Conversation['friend'];
  messages: DisplayedMessage[];
  thread: Thread;
  older: OlderMessages;
  isTyping: boolean;
  onRetry: (clientId: string) => void;
  onReport: (messageId: string) => void;
};

/** The messages of a conversation grouped by day, newest last. */
export function MessageList({ friend, messages, thread, older, isTyping, onRetry, onReport }: MessageListProps) {
  const last = messages.at(-1);
  const {
    scroller,
    list,
    hasNews: hasUnseen,
    onScroll,
    toEnd: scrollToEnd,
  } = useAnchoredScroll(
    last?.key,
    last?.mine === true && last.state !== 'sent',
    // After a failure the user has to press the retry button.
    () => older.state === 'idle' && void older.load(),
  );
  const isLiveRegionPaused = useLiveRegionPause(older.state === 'loading');
  return (
    <div className="messages-frame">
      <div
        ref={scroller}
        className="messages"
        role="log"
        aria-live={isLiveRegionPaused ? 'off' : 'polite'}
        aria-label={texts.label(friend.displayName)}
        // Keyboard users must be able to focus it for scrolling.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={list} className="messages-list">
          {older.hasMore && <EarlierMessages older={older} />}
          {messages.length === 0 && <p className="messages-empty">{thread.level === 'off' ? texts.emptyClosed : texts.empty}</p>}
          <MessagesByDay friend={friend} messages={messages} thread={thread} onRetry={onRetry} onReport={onReport} />
        </div>
      </div>
      {/* Outside of the log, so that screen readers do not repeat the typing indicator. */}
      <p className="messages-typing" aria-hidden={!isTyping}>
        {isTyping && texts.typing(friend.displayName)}
      </p>
      {hasUnseen && (
        <button type="button" className="messages-news" onClick={scrollToEnd}>
          <Icon icon="arrow-down" size="small" />
          {texts.newMessages}
        </button>
      )}
    </div>
  );
}

type MessagesByDayProps = Pick<MessageListProps, 'friend' | 'messages' | 'thread' | 'onRetry' | 'onReport'>;

function MessagesByDay({ friend, messages, thread, onRetry, onReport }: MessagesByDayProps) {
  const timeZone = useTimeZone();
  const dayOf = (time: Date) => getCalendarDay(time, timeZone);
  const formatTime = (time: Date) => formatTimeOfDay(time, timeZone);
  const dayNames = useDayNames(messages.at(-1), dayOf);
  const lastReadId = findLastReadId(thread.messages, thread.readUpTo);
  return groupByDay(messages, dayOf).map(({ day, groups }) => (
    <section key={day} className="messages-day">
      <h3 suppressHydrationWarning>{dayNames.get(day) ?? formatDay(day)}</h3>
      {groups.map(({ mine, messages: groupMessages }) =>
        groupMessages.map((message, index) => (
          <Message
            key={message.key}
            message={message}
            author={mine ? texts.you : texts.says(friend.displayName)}
            isLast={index === groupMessages.length - 1}
            isRead={message.id !== null && message.id === lastReadId}
            formatTime={formatTime}
            onRetry={onRetry}
            onReport={onReport}
          />
        )),
      )}
    </section>
  ));
}

/** The days that have names: today and yesterday. */
function useDayNames(last: DisplayedMessage | undefined, dayOf: (at: Date) => string): Map<string, string> {
  // `now` is at least the time of the last message: a new day may begin while the page is open.
  const [openedAt] = useState(() => new Date());
  const lastAt = new Date(last?.at ?? 0);
  const now = lastAt > openedAt ? lastAt : openedAt;
  const today = dayOf(now);
  return new Map([
    [today, texts.today],
    [getDayBefore(today), texts.yesterday],
  ]);
}

function EarlierMessages({ older: { state, load } }: { older: OlderMessages }) {
  const errorText = state === 'failed' ? texts.earlierFailed : state === 'offline' ? texts.earlierOffline : null;
  return (
    <div className="messages-earlier needs-js">
      <div role="status">{errorText && <p>{errorText}</p>}</div>
      <button type="button" className="link" aria-disabled={state === 'loading' || undefined} onClick={() => void load()}>
        {state === 'loading' ? texts.loadingEarlier : errorText ? texts.again : texts.earlier}
      </button>
    </div>
  );
}

/** Pauses the live region while older messages load and shortly after, so that screen readers do not read them aloud. */
function useLiveRegionPause(isLoading: boolean): boolean {
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isLoading) {
      setPaused(true);
      return;
    }
    const timer = setTimeout(() => setPaused(false), LIVE_REGION_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isPaused || isLoading;
}
