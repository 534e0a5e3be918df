import { VolumeX } from 'lucide-react';
import type { Ref } from 'react';
import { formatShortDateTime } from '../../../shared/date-format.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useTimeZone } from '../../../web/time-zone.ts';
import type { Mute } from '../schema.ts';
import { texts } from '../texts.ts';
import './mute-notice.css';

const words = texts.mute;

type MuteNoticeProps = {
  mute: Mute;
  hasDraft: boolean;
  /** The title, which can take the focus. */
  ref: Ref<HTMLParagraphElement>;
};

/**
 * What stands in place of the composer while the player is muted: until when, why, what is still open, and where to disagree. It names
 * nobody: the reason is what the moderator wrote for this player.
 */
export function MuteNotice({ mute, hasDraft, ref }: MuteNoticeProps) {
  const timeZone = useTimeZone();
  return (
    <div className="mute">
      <p ref={ref} className="mute-title" tabIndex={-1} suppressHydrationWarning>
        <Icon icon={VolumeX} />
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
      </div>
    </div>
  );
}
