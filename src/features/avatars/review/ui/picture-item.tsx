import { useId, useState, type FormEvent } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { VERDICTS, type QueuedPicture, type ReviewState, type Verdict, type VerdictResult } from '../schema.ts';
import { texts } from '../texts.ts';
import './picture-item.css';
import '../../../../web/staff.css';

type PictureItemProps = {
  picture: QueuedPicture;
  shown: ReviewState;
  /** The answer to the last decision about this picture. */
  answer: VerdictResult | undefined;
};

/** One picture and its possible decisions: an approved picture can still be refused. */
export function PictureItem({ picture, shown, answer }: PictureItemProps) {
  const { player } = picture;
  return (
    <li className="report picture-item">
      {/* Shown as large as it is stored, because the problem may be a small detail. */}
      <img className="picture-large" src={picture.url} width="192" height="192" alt={texts.picture(player.displayName)} loading="lazy" />
      <div className="picture-case">
        {/* Unlike a report, the item is not one large link, because it contains buttons. */}
        <h2 className="picture-who">
          <Link to={`/moderation/players/${encodeURIComponent(player.id)}`}>
            <span dir="auto">{player.displayName}</span> <span className="muted">@{player.username}</span>{' '}
            {player.isTeam && <TeamBadge isShort />}
          </Link>
        </h2>
        <p className="report-facts">
          <time dateTime={picture.createdAt}>{texts.age(picture.ageHours)}</time>
          {picture.late && (
            <span className="state-pill late">
              <Icon icon="clock" size="small" />
              {texts.late}
            </span>
          )}
        </p>
        <VerdictForm picture={picture} shown={shown} answer={answer} />
      </div>
    </li>
  );
}

/** The decisions about a picture, with the note for the team. */
export function VerdictForm({ picture, shown, answer }: PictureItemProps) {
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  const [needsNote, setNeedsNote] = useState(false);
  const pendingVerdict = formData?.get('picture') === picture.id ? formData.get('do') : null;
  const failure = answer?.ok === false ? answer : null;
  const getButtonText = (verdict: Verdict) => (shown === 'approved' ? texts.removePicture : texts.verdicts[verdict]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const { nativeEvent, currentTarget } = event;
    const verdict = (nativeEvent as SubmitEvent).submitter?.getAttribute('value');
    const field = currentTarget.querySelector('textarea');
    const isMissing = verdict === 'refuse' && (field?.value.trim().length ?? 0) < 3;
    setNeedsNote(isMissing);
    if (isMissing) field?.focus();
    if (isMissing || formData) event.preventDefault();
  };
  return (
    <Form method="post" replace preventScrollReset className="picture-form" noValidate={hydrated} onSubmit={onSubmit}>
      <input type="hidden" name="picture" value={picture.id} />
      <input type="hidden" name="was" value={shown} />
      <NoteField defaultValue={failure?.values['note'] ?? ''} isInvalid={needsNote || failure?.code === 'bad-input'} />
      <div className="decide-acts">
        {VERDICTS.filter((verdict) => shown === 'waiting' || verdict === 'refuse').map((verdict) => (
          <Button
            key={verdict}
            type="submit"
            name="do"
            value={verdict}
            variant={verdict === 'approve' ? 'soft' : 'danger'}
            multiline
            aria-label={texts.about(getButtonText(verdict), picture.player.displayName)}
            aria-disabled={pendingVerdict ? true : undefined}
          >
            {pendingVerdict === verdict ? texts.busy : getButtonText(verdict)}
          </Button>
        ))}
      </div>
    </Form>
  );
}

function NoteField({ defaultValue, isInvalid }: { defaultValue: string; isInvalid: boolean }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{texts.note}</label>
      <p id={`${id}-hint`} className="field-hint">
        {texts.noteHint}
      </p>
      <textarea
        id={id}
        className="input text-area"
        name="note"
        rows={2}
        maxLength={NOTE_MAX}
        defaultValue={defaultValue}
        aria-invalid={isInvalid || undefined}
        aria-describedby={isInvalid ? `${id}-hint ${id}-fault` : `${id}-hint`}
      />
      <div aria-live="polite">
        {isInvalid && (
          <p id={`${id}-fault`} className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {texts.noteRequired}
          </p>
        )}
      </div>
    </div>
  );
}
