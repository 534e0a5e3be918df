import { Icon } from '../../../web/kit/icon.tsx';
import type { DisplayedMessage } from '../rules.ts';
import { texts } from '../texts.ts';
import './message.css';

type MessageProps = {
  message: DisplayedMessage;
  /** Screen readers read this before the text. */
  author: string;
  /** The last message of a group: it has the tail and the time. */
  isLast: boolean;
  isRead: boolean;
  formatTime: (time: Date) => string;
  onRetry: (clientId: string) => void;
  onReport: (messageId: string) => void;
};

/** One message. It renders plain text only: links in it are not clickable. */
export function Message({ message, author, isLast, isRead, formatTime, onRetry, onReport }: MessageProps) {
  const { key, id, mine, text, at, state } = message;
  const classes = ['message', mine && 'mine', isLast && 'last', state !== 'sent' && state].filter(Boolean).join(' ');
  return (
    <div className={classes}>
      <div className="message-line">
        <div className="message-text">
          <span className="visually-hidden">{author} </span>
          <p dir="auto">{text}</p>
        </div>
        {!mine && id !== null && (
          <button
            type="button"
            className="icon-btn message-report needs-js"
            aria-haspopup="dialog"
            aria-label={texts.report.openMessage(text)}
            title={texts.report.messageTitle}
            onClick={() => onReport(id)}
          >
            <Icon icon="flag" size="small" />
          </button>
        )}
      </div>
      {state === 'failed' ? (
        <p className="message-foot not-sent">
          {texts.notSent}
          <button type="button" className="link" onClick={() => onRetry(key)}>
            {texts.again}
          </button>
        </p>
      ) : (
        (isLast || isRead || state === 'sending') && (
          <p className="message-foot">
            {state === 'sending' ? (
              texts.sending
            ) : (
              <time dateTime={at} suppressHydrationWarning>
                {formatTime(new Date(at))}
              </time>
            )}
            {isRead && <span>{texts.read}</span>}
          </p>
        )
      )}
    </div>
  );
}
