import { ShieldCheck } from 'lucide-react';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useRevalidator } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { Conversation, MessageView } from '../schema.ts';
import { refusedTexts, texts } from '../texts.ts';
import type { Reported } from './ask.ts';
import { Composer, type Returned } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import { OffBanner } from './off-banner.tsx';
import { ReportDialog } from './report-dialog.tsx';
import { useReadMark } from './use-read-mark.ts';
import { useSeenHeight } from './use-seen-height.ts';
import { isMute, useThread, type Refused } from './use-thread.ts';
import { useTyping } from './use-typing.ts';

type ChatProps = {
  conversation: Conversation;
  viewerId: string;
  /** Who it is with, and what can be done about them (friends/ui/chat-head.tsx). */
  head: ReactNode;
  /** Blocks the friend, after a report. Gives whether it is done. */
  onBlock: () => Promise<boolean>;
  /** The conversation has another last message. */
  onLast?: (message: MessageView) => void;
  /** The server knows that everything was read. */
  onRead?: () => void;
};

/** A conversation with one friend. Give it another `key` for another friend. */
export function Chat({ conversation, viewerId, head, onBlock, onLast, onRead = () => {} }: ChatProps) {
  const { friend } = conversation;
  const toast = useToast();
  const [returned, setReturned] = useState<Returned[]>([]);
  const { revalidate } = useRevalidator();
  const [reported, setReported] = useState<Reported | null>(null);
  const { thread, shown, older, send, sendAgain, unmute } = useThread({
    conversation,
    viewerId,
    onFailed: () => toast({ ...texts.failed, kind: 'bad' }),
    onRefused: (text, answer) => setReturned((now) => [...now, { text, why: wordsOf(answer) }]),
    // They are friends no more: the page without this chat says so.
    onGone: () => void revalidate(),
  });
  const lastFromFriend = thread.messages.filter(({ mine }) => !mine).at(-1)?.id;
  const { isTyping, tell, rest } = useTyping(friend.id, lastFromFriend);
  useReadMark(friend.id, lastFromFriend, onRead);
  useSeenHeight();

  const last = thread.messages.at(-1);
  const tellLast = useEffectEvent(() => last && onLast?.(last));
  useEffect(() => {
    tellLast();
  }, [last?.id]);

  const say = (text: string) => {
    rest();
    send(text);
  };
  return (
    <section className="chat" aria-label={texts.label(friend.displayName)}>
      {head}
      <p className="chat-safety">
        <Icon icon={ShieldCheck} size="small" />
        {texts.safety}
      </p>
      <MessageList
        friend={friend}
        shown={shown}
        thread={thread}
        older={older}
        isTyping={isTyping}
        onAgain={sendAgain}
        onReport={(messageId) => setReported({ playerId: friend.id, messageId })}
      />
      {thread.off ? (
        <OffBanner />
      ) : (
        <Composer
          friend={friend}
          viewerId={viewerId}
          muted={thread.muted}
          returned={returned}
          onType={tell}
          onSend={say}
          onMuteOver={unmute}
        />
      )}
      <ReportDialog reported={reported} name={friend.displayName} onClose={() => setReported(null)} onBlock={onBlock} />
    </section>
  );
}

/** Why a message was not taken. Being muted is said where the input is. */
function wordsOf(answer: Refused): string | null {
  const { refused } = texts;
  const { kind, code } = answer;
  if (kind !== undefined) return refusedTexts[kind] ?? refused.other;
  if (isMute(answer)) return null;
  if (code === 'too-many-requests') return refused.slow;
  if (code === 'too-large') return refused.long;
  if (code === 'not-found' || code === 'not-allowed') return refused.notFriends;
  if (code === 'not-available') return refused.off;
  return code === 'sign-in-required' ? refused.signIn : refused.other;
}
