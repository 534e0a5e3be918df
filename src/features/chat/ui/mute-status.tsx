import { useEffect, useEffectEvent, type Ref } from 'react';
import { formatShortDateTime } from '../../../shared/date-format.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useTimeZone } from '../../../web/time-zone.ts';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import type { Mute } from '../schema.ts';
import { texts } from '../texts.ts';
import { useFocusWhenClosed } from './use-focus-when-closed.ts';
import './mute-status.css';

const words = texts.mute;

/** Maximum delay of a timer, in milliseconds. */
const TIMEOUT_MAX_MS = 2 ** 31 - 1;

type MuteStatusProps = { muted: Mute | null; hasDraft: boolean; onExpired: () => void };

/** Tells a muted player about the mute until it ends. */
export function MuteStatus({ muted, hasDraft, onExpired }: MuteStatusProps) {
  useMuteExpiry(muted, onExpired);
  const title = useFocusWhenClosed(muted !== null);
  // It is there before the notice, so that screen readers read that aloud.
  return <div role="status">{muted && <MuteNotice ref={title} mute={muted} hasDraft={hasDraft} />}</div>;
}

type MuteNoticeProps = {
  mute: Mute;
  hasDraft: boolean;
  /** The title, which can take the focus. */
  ref: Ref<HTMLParagraphElement>;
};

/**
 * What stands in place of the composer while the player is muted: until when, why, what is still open, where to disagree and where to get help. It names
 * nobody: the reason is what the moderator wrote for this player.
 */
function MuteNotice({ mute, hasDraft, ref }: MuteNoticeProps) {
  const timeZone = useTimeZone();
  return (
    <div className="mute">
      <p ref={ref} className="mute-title" tabIndex={-1} suppressHydrationWarning>
        <Icon icon="volume-x" />
        {mute.until === '' ? words.forGood : words.until(formatShortDateTime(mute.until, timeZone))}
      </p>
      <dl>
        {mute.why !== '' && (
          <>
            <dt>{words.why}</dt>
            <dd dir="auto">{mute.why}</dd>
          </>
        )}
        <dt>{words.still}</dt>
        <dd>
          {words.stillText} {hasDraft && words.draft}
        </dd>
      </dl>
      <div className="mute-acts">
        <LinkButton variant="soft" size="xs" to="/help/chat-rules">
          {words.rules}
        </LinkButton>
        <LinkButton variant="soft" size="xs" to="/contact">
          {words.disagree}
        </LinkButton>
        {/* A message that asks for help would show whom to call: who is muted cannot write one. */}
        <LinkButton variant="soft" size="xs" to={GET_HELP_PATH}>
          {words.getHelp}
        </LinkButton>
      </div>
    </div>
  );
}

/** Calls `onExpired` when a mute ends, so that the player can write without a page reload. */
function useMuteExpiry(muted: Mute | null, onExpired: () => void): void {
  const left = muted?.left;
  const onTimeout = useEffectEvent(onExpired);
  useEffect(() => {
    // Uses the time left, not the end: the clock of a phone may be wrong.
    if (left === null || left === undefined) return;
    const timer = setTimeout(() => onTimeout(), Math.min(TIMEOUT_MAX_MS, Math.max(0, left)));
    return () => clearTimeout(timer);
  }, [left]);
}
