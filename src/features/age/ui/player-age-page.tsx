import { useState } from 'react';
import { Form, Link } from 'react-router';
import { formatMonth } from '../../../shared/date-format.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { PLAYER_AGE_ACTIONS, type PlayerAge, type PlayerAgeAction, type PlayerAgeResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { BirthFields } from './birth-fields.tsx';
import '../../../web/staff.css';

const { team } = texts;

type PlayerAgePageProps = { view: PlayerAge; answer: PlayerAgeResult | undefined };

/** A player's age for the team: what is known, and the forms to close the account and to correct the month of birth. */
export function PlayerAgePage({ view, answer }: PlayerAgePageProps) {
  const { player, band, birthMonth, erasedAt } = view;
  const toast = answer?.ok ? team.done[answer.isClosed ? 'closed' : 'changed'] : null;
  useResultToast(answer, toast);
  return (
    <div className="wrap section moderation case">
      <div className="case-head">
        <Link className="see-all case-back" to={`/moderation/players/${encodeURIComponent(player.id)}`}>
          <Icon icon="chevron-left" size="small" />
          {team.back}
        </Link>
        <div className="panel">
          <h1 dir="auto">
            {team.title}: {player.displayName}
          </h1>
          <p className="muted">@{player.username}</p>
          <p>{erasedAt !== null ? team.closed(erasedAt) : band === null ? team.unknown : `${team.age}: ${team.bands[band]}`}</p>
          {birthMonth !== null && (
            <p>
              {team.born}: {formatMonth(birthMonth)}
            </p>
          )}
          <ResultNotice toast={toast} />
        </div>
      </div>
      <div className="case-reports age-forms">
        {PLAYER_AGE_ACTIONS.filter((action) => view.can[action]).map((action) => (
          // Done, the form is empty again.
          <AgeForm key={`${action} ${birthMonth} ${erasedAt}`} action={action} years={view.years} answer={answer} />
        ))}
      </div>
    </div>
  );
}

function AgeForm({ action, years, answer }: { action: PlayerAgeAction; years: number[]; answer: PlayerAgeResult | undefined }) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<PlayerAgeResult>();
  const failure = answer && !answer.ok && answer.values['do'] === action ? answer : null;
  const fieldErrors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const words = team.forms[action];
  const onChange = () => setChangedSince(answer);
  return (
    <section className="panel" aria-labelledby={`age-${action}`}>
      <h2 id={`age-${action}`}>{words.title}</h2>
      <Form method="post" replace preventScrollReset className="decide" noValidate onSubmit={pendingForm.onSubmit}>
        <ResultNotice error={failure?.error ? { title: team.failed.title, text: failure.error } : null} />
        <p className="muted">{words.lead}</p>
        {action === 'change' && <BirthFields years={years} values={failure?.values ?? {}} fieldErrors={fieldErrors} onChange={onChange} />}
        <TextAreaField
          name="note"
          label={team.note}
          hint={team.noteHint}
          error={fieldErrors['note'] ?? null}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values['note'] ?? ''}
          required
          onInput={onChange}
        />
        <div className="decide-acts">
          <Button
            type="submit"
            name="do"
            value={action}
            variant={action === 'close' ? 'danger' : 'secondary'}
            multiline
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === action ? team.busy : words.button}
          </Button>
        </div>
      </Form>
    </section>
  );
}
