import { CircleAlert, SendHorizontal } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTimeZone } from '../../../web/zone.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { COUNT_FROM } from '../rules.ts';
import type { Conversation } from '../schema.ts';
import { TEXT_MAX } from '../sending/rules.ts';
import { momentOf, texts } from '../texts.ts';
import { addressOf } from './ask.ts';
import { useDraft } from './use-draft.ts';

/** The longest that a timer can wait, in milliseconds. */
const TIMER_MAX = 2 ** 31 - 1;

/** A message that was not taken, and why, where that is to be said here. */
export type Returned = { text: string; why: string | null };

type ComposerProps = {
  friend: Conversation['friend'];
  viewerId: string;
  muted: Conversation['muted'];
  /** All that came back since the conversation was opened, the latest last. */
  returned: readonly Returned[];
  onType: () => void;
  onSend: (text: string) => void;
  onMuteOver: () => void;
};

/**
 * Where a message is written: quick words, one field that grows, and the round button. What is being written lives here, so
 * that a key does not draw the messages anew.
 */
export function Composer({ friend, viewerId, muted, returned, onType, onSend, onMuteOver }: ComposerProps) {
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const zone = useTimeZone();
  useMuteOver(muted, onMuteOver);
  const [draft, setDraft] = useDraft(viewerId, friend.id);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [taken, setTaken] = useState(0);
  if (returned.length > taken) {
    setTaken(returned.length);
    const back = returned.slice(taken);
    setDraft((now) => [now, ...back.map(({ text }) => text)].filter((text) => text.trim() !== '').join('\n'));
    setRefusal(back.at(-1)?.why ?? null);
  }

  // What came back is to be mended: the field it is in gets the focus.
  useEffect(() => {
    if (refusal !== null) field.current?.focus();
  }, [refusal]);

  const send = () => {
    const text = draft.trim();
    if (text === '' || muted) return;
    if (text.length > TEXT_MAX) return setRefusal(texts.refused.long);
    setRefusal(null);
    setDraft('');
    onSend(text);
  };
  const sendQuick = (text: string) => {
    setRefusal(null);
    onSend(text);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also ends a letter that is put together from several keys.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const isCounted = draft.length >= COUNT_FROM;
  const isLong = draft.length > TEXT_MAX;
  return (
    <div className="composer">
      <div role="alert">
        {refusal && (
          <p className="composer-refusal">
            <Icon icon={CircleAlert} size="small" />
            {refusal}
          </p>
        )}
      </div>
      {muted ? (
        <p className="composer-muted" id={`${id}-muted`} role="status" suppressHydrationWarning>
          {muted.until === '' ? texts.mutedForGood : texts.muted(momentOf(muted.until, zone))}
          {muted.why !== '' && ` ${texts.mutedWhy(muted.why)}`}
        </p>
      ) : (
        <ul className="quick needs-js" aria-label={texts.quickLabel}>
          {texts.quick.map(({ text, lang }) => (
            <li key={text}>
              <button type="button" className="quick-word" lang={lang} onClick={() => sendQuick(text)}>
                {text}
              </button>
            </li>
          ))}
        </ul>
      )}
      <form className="composer-line" method="post" action={addressOf(friend.id)} onSubmit={onSubmit}>
        <input type="hidden" name="returnUrl" value={`/friends?chat=${encodeURIComponent(friend.id)}`} />
        <div className="composer-field">
          <textarea
            ref={field}
            className="input"
            name="text"
            rows={1}
            dir="auto"
            aria-label={texts.inputLabel(friend.displayName)}
            aria-describedby={[muted && `${id}-muted`, isCounted && `${id}-count`].filter(Boolean).join(' ') || undefined}
            aria-invalid={isLong || undefined}
            placeholder={texts.inputLabel(friend.displayName)}
            enterKeyHint="send"
            autoComplete="off"
            value={draft}
            disabled={muted !== null}
            onChange={(event) => {
              setDraft(event.target.value);
              if (event.target.value.trim() !== '') onType();
            }}
            onKeyDown={onKeyDown}
          />
          {isCounted && (
            <span id={`${id}-count`} className={isLong ? 'composer-count over' : 'composer-count'}>
              {texts.count(draft.length, TEXT_MAX)}
            </span>
          )}
        </div>
        <button type="submit" className="composer-send" aria-label={texts.send} title={texts.send} disabled={muted !== null}>
          <Icon icon={SendHorizontal} />
        </button>
      </form>
    </div>
  );
}

/** Whoever was muted may write when the time is over, without loading the page anew. */
function useMuteOver(muted: Conversation['muted'], onOver: () => void): void {
  const left = muted?.left;
  const over = useEffectEvent(onOver);
  useEffect(() => {
    // By what is left, not by the end: the clock of a phone may be wrong.
    if (left === null || left === undefined) return;
    const timer = setTimeout(() => over(), Math.min(TIMER_MAX, Math.max(0, left)));
    return () => clearTimeout(timer);
  }, [left]);
}
