import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { Link, useRevalidator } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { GET_HELP_PATH, type HelpCardView } from '../../help-requests/schema.ts';
import { HelpCardPlace } from '../../help-requests/ui/help-card.tsx';
import type { Conversation, MessageView } from '../schema.ts';
import { texts } from '../texts.ts';
import type { ReportTarget } from './chat-api.ts';
import { Composer, type RejectedMessage } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { ChatDisabledBanner } from './chat-disabled-banner.tsx';
import { rejectionText } from './rejection-text.ts';
import { ReportDialog } from './report-dialog.tsx';
import { useReadReceipts } from './use-read-receipts.ts';
import { useVisualViewportHeight } from './use-visual-viewport-height.ts';
import { useThread } from './use-thread.ts';
import { useTyping } from './use-typing.ts';
import './chat.css';

type ChatProps = {
  conversation: Conversation;
  viewerId: string;
  /** What the operator says while chat is disabled for everybody; '' for nothing. */
  closedMessage: string;
  /** Help for the viewer, who asked for it in a message. It outlives the chat: a friend who is one no more closes it. */
  helpCard: HelpCardView | null;
  onHelp: (card: HelpCardView | null) => void;
  /** Shows the friend and the actions on them (friends/ui/chat-header.tsx). */
  header: ReactNode;
  /** Blocks the friend after a report. @returns whether it succeeded */
  onBlock: () => Promise<boolean>;
  /** Called when the last message of the conversation changes. */
  onLastMessage?: (message: MessageView) => void;
  /** Called when the server has stored that everything was read. */
  onRead?: () => void;
};

/** A conversation with one friend. Use a different `key` for each friend. */
export function Chat(props: ChatProps) {
  const { conversation, viewerId, closedMessage, helpCard, onHelp, header, onBlock, onLastMessage, onRead = () => {} } = props;
  const { friend } = conversation;
  const [rejected, setRejected] = useState<RejectedMessage[]>([]);
  const { revalidate } = useRevalidator();
  const [reportTarget, setReportTarget] = useState<ReportTarget | null>(null);
  const { thread, shown, older, send, resend, clearMute } = useThread({
    conversation,
    viewerId,
    onRejected: (text, error) => setRejected((now) => [...now, { text, reason: rejectionText(text, error) }]),
    onHelp,
    // They are no longer friends: after reloading, the page shows that instead of the chat.
    onFriendRemoved: () => void revalidate(),
  });
  const lastFromFriend = thread.messages.filter(({ mine }) => !mine).at(-1)?.id;
  const { isTyping, send: notifyTyping, rest: resetThrottle } = useTyping(friend.id, lastFromFriend);
  useReadReceipts(friend.id, lastFromFriend, onRead);
  useVisualViewportHeight();

  useLastMessage(thread.messages.at(-1), onLastMessage);

  const sendText = (text: string) => {
    resetThrottle();
    send(text);
  };
  return (
    <section className="chat" aria-label={texts.label(friend.displayName)}>
      {header}
      <p className="chat-safety">
        <Icon icon="shield-check" size="small" />
        <span>
          {texts.safety}{' '}
          <Link className="link" to={GET_HELP_PATH}>
            {texts.getHelp}
          </Link>
        </span>
      </p>
      <MessageList
        friend={friend}
        messages={shown}
        thread={thread}
        older={older}
        isTyping={isTyping}
        onRetry={resend}
        onReport={(messageId) => setReportTarget({ playerId: friend.id, messageId })}
      />
      <HelpCardPlace card={helpCard} onClose={() => onHelp(null)} />
      {thread.off ? (
        <ChatDisabledBanner message={closedMessage} />
      ) : (
        <Composer
          friend={friend}
          viewerId={viewerId}
          muted={thread.muted}
          isAgeUnknown={thread.isAgeUnknown}
          level={thread.level}
          door={thread.door}
          opensByCode={thread.opensByCode}
          rejected={rejected}
          onType={notifyTyping}
          onSend={sendText}
          onMuteExpired={clearMute}
        />
      )}
      <ReportDialog target={reportTarget} name={friend.displayName} onClose={() => setReportTarget(null)} onBlock={onBlock} />
    </section>
  );
}

/** Calls `onLastMessage` when the last message changes. */
function useLastMessage(lastMessage: MessageView | undefined, onLastMessage: ChatProps['onLastMessage']): void {
  const notifyLastMessage = useEffectEvent(() => lastMessage && onLastMessage?.(lastMessage));
  useEffect(() => {
    notifyLastMessage();
  }, [lastMessage?.id]);
}
