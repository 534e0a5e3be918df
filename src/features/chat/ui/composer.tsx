import { useEffect, useId, useRef, useState, type ComponentProps, type FormEvent, type KeyboardEvent } from 'react';
import type { ChatLevel } from '../../../shared/permissions.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { CHARACTER_COUNT_FROM } from '../rules.ts';
import type { ChatAccess, Conversation } from '../schema.ts';
import { countCharacters, isTooLong, MESSAGE_LENGTH_MAX } from '../messages.rules.ts';
import { isPhrase, phrases } from '../phrases.texts.ts';
import { texts } from '../texts.ts';
import { urlForConversation } from './chat-api.ts';
import { MuteStatus } from './mute-status.tsx';
import { PhraseComposer } from './phrase-composer.tsx';
import { useDraft } from './use-draft.ts';
import { useFocusWhenClosed } from './use-focus-when-closed.ts';
import './composer.css';

/** A rejected message, and the reason if the composer has to show it. */
export type RejectedMessage = { text: string; reason: string | null };

const QUICK_PHRASES = phrases.filter(({ isQuick }) => isQuick);

type ComposerProps = ChatAccess & {
  friend: Conversation['friend'];
  viewerId: string;
  muted: Conversation['muted'];
  isAgeUnknown: boolean;
  /** All messages that were rejected since the conversation was opened, latest last. */
  rejected: readonly RejectedMessage[];
  onType: () => void;
  onSend: (text: string) => void;
  onMuteExpired: () => void;
};

/**
 * The form to write a message: quick phrases, one field that grows, and the round send button. It owns the draft state, so that a key
 * press does not render the messages again.
 */
export function Composer({ friend, viewerId, muted, isAgeUnknown, rejected, onType, onSend, onMuteExpired, ...access }: ComposerProps) {
  const { level, door, opensByCode } = access;
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [draft, setDraft] = useDraft(viewerId, friend.id);
  const [errorText, setErrorText] = useRejections(rejected, level, setDraft);

  // A rejected text returns to the field to be corrected, so the field gets the focus.
  useEffect(() => {
    if (errorText !== null) field.current?.focus();
  }, [errorText]);

  const isOpen = !muted && !isAgeUnknown;
  const canWrite = isOpen && level === 'free';
  const reason = useFocusWhenClosed(isOpen && level !== 'free');
  const send = () => {
    const text = draft.trim();
    if (text === '' || !canWrite) return;
    setErrorText(null);
    setDraft('');
    // Also what is too long: the server refuses it, and hears who asks for help in it.
    onSend(text);
  };
  const sendQuick = (text: string) => {
    setErrorText(null);
    onSend(text);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // With an input method editor, Enter also confirms a composed character.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <div className="composer" data-keep-clear>
      <ErrorAlert text={errorText} />
      <MuteStatus muted={muted} hasDraft={draft.trim() !== ''} onExpired={onMuteExpired} />
      <div role="status">
        {!muted && isAgeUnknown && <Note title={texts.ageUnknown.title}>{texts.ageUnknown.text(friend.displayName)}</Note>}
        {isOpen && level !== 'free' && (
          <p ref={reason} className="composer-level" tabIndex={-1}>
            {texts.level[level]} {draft.trim() !== '' && texts.level.draft}
          </p>
        )}
      </div>
      {isOpen && level !== 'free' && (
        <PhraseComposer friendId={friend.id} level={level} door={door} opensByCode={opensByCode} onSend={sendQuick} />
      )}
      {canWrite && <QuickWords onSend={sendQuick} />}
      {canWrite && (
        <form className="composer-line" method="post" action={urlForConversation(friend.id)} onSubmit={onSubmit}>
          <input type="hidden" name="returnUrl" value={`/friends?chat=${encodeURIComponent(friend.id)}`} />
          <ComposerField
            ref={field}
            id={id}
            label={texts.inputLabel(friend.displayName)}
            draft={draft}
            onChange={(event) => {
              setDraft(event.target.value);
              if (event.target.value.trim() !== '') onType();
            }}
            onKeyDown={onKeyDown}
          />
          <SendButton />
        </form>
      )}
    </div>
  );
}

function ErrorAlert({ text }: { text: string | null }) {
  return (
    <div role="alert">
      {text && (
        <p className="composer-refusal">
          <Icon icon="circle-exclamation-point" size="small" />
          {text}
        </p>
      )}
    </div>
  );
}

function SendButton() {
  return (
    <button type="submit" className="composer-send" aria-label={texts.send} title={texts.send}>
      <Icon icon="send-horizontal" />
    </button>
  );
}

type ComposerFieldProps = Pick<ComponentProps<'textarea'>, 'ref' | 'onChange' | 'onKeyDown'> & {
  /** The beginning of the ids of the texts that describe the field. */
  id: string;
  label: string;
  draft: string;
};

/** The text area, and the number of characters when there are many. */
function ComposerField({ id, label, draft, ...handlers }: ComposerFieldProps) {
  const showsCount = draft.length >= CHARACTER_COUNT_FROM;
  const isOver = isTooLong(draft);
  return (
    <div className="composer-field">
      <textarea
        {...handlers}
        className="input"
        name="text"
        rows={1}
        dir="auto"
        aria-label={label}
        aria-describedby={showsCount ? `${id}-count` : undefined}
        aria-invalid={isOver || undefined}
        placeholder={label}
        enterKeyHint="send"
        autoComplete="off"
        value={draft}
      />
      {showsCount && (
        <span id={`${id}-count`} className={isOver ? 'composer-count over' : 'composer-count'}>
          {texts.count(countCharacters(draft), MESSAGE_LENGTH_MAX)}
        </span>
      )}
    </div>
  );
}

/** Short messages that one press sends. */
function QuickWords({ onSend }: { onSend: (text: string) => void }) {
  return (
    <ul className="quick needs-js" aria-label={texts.phrasesLabel}>
      {QUICK_PHRASES.map(({ text, lang }) => (
        <li key={text}>
          <button type="button" className="quick-word" lang={lang} onClick={() => onSend(text)}>
            {text}
          </button>
        </li>
      ))}
    </ul>
  );
}

/**
 * The error that the composer shows. A rejected text returns to the draft, behind what was typed meanwhile; but not a ready phrase where there
 * is no field in which it could be seen.
 */
function useRejections(rejected: readonly RejectedMessage[], level: ChatLevel, setDraft: (change: (draft: string) => string) => void) {
  const [errorText, setErrorText] = useState<string | null>(null);
  const [handledCount, setHandledCount] = useState(0);
  if (rejected.length > handledCount) {
    setHandledCount(rejected.length);
    const newlyRejected = rejected.slice(handledCount);
    const kept = newlyRejected.map(({ text }) => text).filter((text) => level === 'free' || !isPhrase(text));
    setDraft((now) => [now, ...kept].filter((text) => text.trim() !== '').join('\n'));
    setErrorText(newlyRejected.at(-1)?.reason ?? null);
  }
  return [errorText, setErrorText] as const;
}
