import { useId } from 'react';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { useTimeZone } from '../../../../web/zone.ts';
import { momentOf, noticeTexts as texts } from '../texts.ts';

type MuteNoticeProps = {
  kind: 'mute' | 'ban';
  /** ISO; null: for good. */
  until: string | null;
  /** What the moderator wrote; may be empty. */
  why: string;
};

/** What a muted or banned player reads: what they cannot do, until when, why, and whom to write to. */
export function MuteNotice({ kind, until, why }: MuteNoticeProps) {
  const id = useId();
  const zone = useTimeZone();
  const words = texts[kind];
  return (
    <section className="mute-notice" aria-labelledby={id}>
      <h2 id={id}>{words.title}</h2>
      <p>{words.text}</p>
      {until === null ? (
        <p>{words.forGood}</p>
      ) : (
        <p>
          {words.until}{' '}
          <b>
            <time dateTime={until}>{momentOf(until, zone)}</time>
          </b>
        </p>
      )}
      {why !== '' && (
        <div className="mute-why">
          <b>{texts.why}</b>
          <p dir="auto">{why}</p>
        </div>
      )}
      <div className="mute-help">
        <p>{texts.help}</p>
        <LinkButton variant="plain" to="/contact">
          {texts.contact}
        </LinkButton>
      </div>
    </section>
  );
}
