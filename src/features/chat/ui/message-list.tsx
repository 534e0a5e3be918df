import { ArrowDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTimeZone } from '../../../web/zone.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { createTimeFormatter, getDayBefore, createDayFormatter } from '../../library/ui/by-day.ts';
import { dayGroups, lastRead, type Shown, type Thread } from '../rules.ts';
import type { Conversation } from '../schema.ts';
import { dateOf, texts } from '../texts.ts';
import { Message } from './message.tsx';
import { useScroll } from './use-scroll.ts';
import type { Older } from './use-thread.ts';

/** So long what was put on top is not read aloud, in milliseconds. */
const QUIET_MS = 500;

type MessageListProps = {
  friend: Conversation['friend'];
  shown: Shown[];
  thread: Thread;
  older: Older;
  isTyping: boolean;
  onAgain: (clientId: string) => void;
  onReport: (messageId: string) => void;
};

/** The messages of a conversation by their days, the newest last. */
export function MessageList({ friend, shown, thread, older, isTyping, onAgain, onReport }: MessageListProps) {
  const zone = useTimeZone();
  const last = shown.at(-1);
  const { scroller, list, hasNews, onScroll, toEnd } = useScroll(
    last?.key,
    last?.mine === true && last.state !== 'sent',
    // What failed waits for a press.
    () => older.state === 'idle' && void older.load(),
  );
  const isQuiet = useQuiet(older.state === 'loading');
  // Of the moment of the last message at least: a day may begin while the page is open.
  const [opened] = useState(() => new Date());
  const lastAt = new Date(last?.at ?? 0);
  const now = lastAt > opened ? lastAt : opened;
  const dayOf = createDayFormatter(zone);
  const clock = createTimeFormatter(zone);
  const today = dayOf(now);
  const names = new Map([
    [today, texts.today],
    [getDayBefore(today), texts.yesterday],
  ]);
  const read = lastRead(thread.messages, thread.readUpTo);
  return (
    <div className="messages-frame">
      <div
        ref={scroller}
        className="messages"
        role="log"
        aria-live={isQuiet ? 'off' : 'polite'}
        aria-label={texts.label(friend.displayName)}
        // It has to be reached by who scrolls with keys.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        onScroll={onScroll}
      >
        <div ref={list} className="messages-list">
          {older.hasMore && <Earlier older={older} />}
          {shown.length === 0 && <p className="messages-empty">{texts.empty}</p>}
          {dayGroups(shown, dayOf).map(({ day, runs }) => (
            <section key={day} className="messages-day">
              <h3 suppressHydrationWarning>{names.get(day) ?? dateOf(day)}</h3>
              {runs.map(({ mine, messages }) =>
                messages.map((message, index) => (
                  <Message
                    key={message.key}
                    message={message}
                    author={mine ? texts.you : texts.says(friend.displayName)}
                    isLast={index === messages.length - 1}
                    isRead={message.id !== null && message.id === read}
                    clock={clock}
                    onAgain={onAgain}
                    onReport={onReport}
                  />
                )),
              )}
            </section>
          ))}
        </div>
      </div>
      {/* Outside of the log: who is typing is not read aloud again and again. */}
      <p className="messages-typing" aria-hidden={!isTyping}>
        {isTyping && texts.typing(friend.displayName)}
      </p>
      {hasNews && (
        <button type="button" className="messages-news" onClick={toEnd}>
          <Icon icon={ArrowDown} size="small" />
          {texts.newMessages}
        </button>
      )}
    </div>
  );
}

function Earlier({ older: { state, load } }: { older: Older }) {
  const fault = state === 'failed' ? texts.earlierFailed : state === 'offline' ? texts.earlierOffline : null;
  return (
    <div className="messages-earlier needs-js">
      <div role="status">{fault && <p>{fault}</p>}</div>
      <button type="button" className="link" aria-disabled={state === 'loading' || undefined} onClick={() => void load()}>
        {state === 'loading' ? texts.loadingEarlier : fault ? texts.again : texts.earlier}
      </button>
    </div>
  );
}

/** What is put on top of the list is old: while it comes, and just after, the list is not read aloud. */
function useQuiet(isLoading: boolean): boolean {
  const [isQuiet, setQuiet] = useState(false);
  useEffect(() => {
    if (isLoading) {
      setQuiet(true);
      return;
    }
    const timer = setTimeout(() => setQuiet(false), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isLoading]);
  return isQuiet || isLoading;
}
