import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { toErrorNotice } from '../../texts.ts';
import type { NoteResult, PlayerRecord } from '../schema.ts';
import { texts } from '../texts.ts';
import './player-record.css';

/** What the team knows of a player in figures, the names they had, their pictures, and the team's notes with a form for one more. */
export function PlayerRecordSections({ record, answer }: { record: PlayerRecord; answer: NoteResult | undefined }) {
  const { formerNames, pictures } = record;
  return (
    <>
      <section className="panel" aria-labelledby="record-figures">
        <h2 id="record-figures">{texts.title}</h2>
        <RecordFigures record={record} />
        <p className="muted">{texts.refusedHint}</p>
      </section>
      {formerNames.length > 0 && (
        <section className="panel" aria-labelledby="record-names">
          <h2 id="record-names">{texts.names}</h2>
          <ul className="record-list">
            {formerNames.map(({ username, displayName, until }) => (
              <li key={until}>
                <span dir="auto">
                  {displayName} (@{username})
                </span>{' '}
                <time dateTime={until}>{texts.until(until)}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
      {pictures.length > 0 && (
        <section className="panel" aria-labelledby="record-pictures">
          <h2 id="record-pictures">{texts.pictures}</h2>
          <ul className="record-list">
            {pictures.map(({ id, state, at }) => (
              <li key={id}>
                {state === 'waiting' || state === 'approved' ? (
                  <a className="link" href={`/avatars/pictures/${id}`} target="_blank" rel="noreferrer">
                    {texts.picture(texts.pictureStates[state], at)}
                  </a>
                ) : (
                  texts.picture(texts.pictureStates[state], at)
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className="panel" aria-labelledby="record-notes">
        <h2 id="record-notes">{texts.notes}</h2>
        <Notes notes={record.notes} />
        <NoteForm key={record.notes[0]?.id ?? ''} answer={answer} />
      </section>
    </>
  );
}

function RecordFigures({ record }: { record: PlayerRecord }) {
  const { ageBand, reportsSent, reportsReceived, friendCount, refusedKinds, devices, payments } = record;
  return (
    <dl className="record-figures">
      <Figure label={texts.age}>{ageBand === null ? texts.noAge : texts.ages[ageBand]}</Figure>
      <Figure label={texts.reportsReceived}>{texts.received(reportsReceived)}</Figure>
      <Figure label={texts.reportsSent}>{texts.sent(reportsSent)}</Figure>
      <Figure label={texts.friends}>{String(friendCount)}</Figure>
      <Figure label={texts.refused}>{refusedKinds.length === 0 ? texts.noRefused : refusedKinds.map(texts.refusedKind).join(', ')}</Figure>
      <Figure label={texts.devices}>
        {devices.length === 0 ? texts.noDevices : devices.map((one) => `${texts.device(one)}, ${texts.lastSeen(one.lastSeen)}`).join('; ')}
      </Figure>
      {payments && <Figure label={texts.payments}>{payments.count === 0 ? texts.noPayments : texts.paid(payments)}</Figure>}
    </dl>
  );
}

function Figure({ label, children }: { label: string; children: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Notes({ notes }: Pick<PlayerRecord, 'notes'>) {
  if (notes.length === 0) return <p className="muted">{texts.noNotes}</p>;
  return (
    <ol className="case-log">
      {notes.map(({ id, at, actor, note }) => (
        <li key={id}>
          <p>
            <b>@{actor}</b> <time dateTime={at}>{at.slice(0, 10)}</time>
          </p>
          <p className="case-note" dir="auto">
            {note}
          </p>
        </li>
      ))}
    </ol>
  );
}

function NoteForm({ answer }: { answer: NoteResult | undefined }) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<NoteResult>();
  const toast = answer?.ok ? texts.noteKept : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const fieldError = failure?.fieldErrors['text'] ?? null;
  return (
    <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
      <ResultNotice toast={toast} error={fieldError === null ? toErrorNotice(failure?.error ?? null) : null} />
      <TextAreaField
        name="text"
        label={texts.noteLabel}
        hint={texts.noteHint}
        error={changedSince === answer ? null : fieldError}
        maxLength={NOTE_MAX}
        defaultValue={failure?.values['text'] ?? ''}
        required
        onInput={() => setChangedSince(answer)}
      />
      <div className="decide-acts">
        <Button type="submit" name="do" value="note" variant="soft" aria-disabled={pendingForm.action !== null || undefined}>
          {pendingForm.action === 'note' ? texts.busy : texts.keepNote}
        </Button>
      </div>
    </Form>
  );
}
