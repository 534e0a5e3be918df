import { useId } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { useTimeZone } from '../../../web/time-zone.ts';
import { formatDateTime } from '../../../shared/date-format.ts';
import { texts } from '../sanction-notice.texts.ts';
import './sanction-notice.css';

type SanctionNoticeProps = {
  kind: 'mute' | 'ban';
  /** ISO; null: permanent. */
  until: string | null;
  /** The moderator's explanation; may be empty. */
  why: string;
};

/** What a muted or banned player sees: what they cannot do, until when, why, and whom to contact. */
export function SanctionNotice({ kind, until, why }: SanctionNoticeProps) {
  const id = useId();
  const timeZone = useTimeZone();
  const kindTexts = texts[kind];
  return (
    <section className="mute-notice" aria-labelledby={id}>
      <h2 id={id}>{kindTexts.title}</h2>
      <p>{kindTexts.text}</p>
      {until === null ? (
        <p>{kindTexts.forGood}</p>
      ) : (
        <p>
          {kindTexts.until}{' '}
          <b>
            <time dateTime={until}>{formatDateTime(until, timeZone)}</time>
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
