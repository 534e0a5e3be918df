import { useState } from 'react';
import { Form, Link } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button } from '../../../web/kit/button.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { ANNOUNCEMENTS_PATH, type AnnouncementState, type AnnouncementsView, type AnnouncementView } from '../schema.ts';
import { texts } from '../texts.ts';

const PILLS: Record<AnnouncementState, string> = { planned: 'new', running: 'resolved', ended: '', over: '' };

type AnnouncementListProps = { view: AnnouncementsView; isFirst: boolean; failure: ActionFailure | null };

/** What is planned, runs and was, the latest start first. */
export function AnnouncementList({ view, isFirst, failure }: AnnouncementListProps) {
  return (
    <section className="panel announcement-list" aria-labelledby="announcement-list">
      <h2 id="announcement-list">{texts.list}</h2>
      <p className="muted">{texts.oneAtATime}</p>
      {view.rows.length === 0 && <p>{texts.empty}</p>}
      <ul className="announcement-rows">
        {view.rows.map((row) => (
          <AnnouncementItem key={row.id} row={row} failure={failure?.values['id'] === String(row.id) ? failure : null} />
        ))}
      </ul>
      {(view.next !== null || !isFirst) && (
        <p className="announcement-pages">
          {!isFirst && (
            <Link className="link moderation-link" to={ANNOUNCEMENTS_PATH}>
              {texts.newest}
            </Link>
          )}
          {view.next !== null && (
            <Link className="link moderation-link" to={`?after=${view.next}`}>
              {texts.more}
            </Link>
          )}
        </p>
      )}
    </section>
  );
}

function AnnouncementItem({ row, failure }: { row: AnnouncementView; failure: ActionFailure | null }) {
  return (
    <li className="announcement-row">
      <p className="announcement-what">
        <b>{row.text}</b> <span className={`state-pill ${PILLS[row.state]}`}>{texts.states[row.state]}</span>
      </p>
      <p>{texts.time(row.startsAt, row.endsAt)}</p>
      <p className="muted">{texts.forWhom(row.audience, row.game)}</p>
      {row.link && (
        <p className="muted">
          <Link className="link" to={row.link.path}>
            {texts.link(row.link.label, row.link.path)}
          </Link>
        </p>
      )}
      {row.hasBell && <p className="muted">{describeBell(row)}</p>}
      {row.madeBy !== '' && <p className="muted">{texts.by(row.madeBy)}</p>}
      {row.state === 'planned' && (
        <>
          <Link className="link moderation-link" to={`?edit=${row.id}`}>
            <AboutRow button={texts.edit} row={row} />
          </Link>
          <EndForm action="delete" row={row} failure={failure} />
        </>
      )}
      {row.state === 'running' && <EndForm action="end" row={row} failure={failure} />}
    </li>
  );
}

function describeBell({ state, notified, isBellDone }: AnnouncementView): string {
  if (state === 'planned') return texts.bellPlanned;
  return state === 'running' || isBellDone ? texts.notified(notified, isBellDone) : texts.bellStopped(notified);
}

/** What a control does; screen readers also say to which announcement. */
function AboutRow({ button, row }: { button: string; row: AnnouncementView }) {
  return (
    <>
      {button}
      <span className="visually-hidden">: {row.text}</span>
    </>
  );
}

/** Ends an announcement, or deletes one that has not begun: folded, because it takes a reason. */
function EndForm({ action, row, failure }: { action: 'end' | 'delete'; row: AnnouncementView; failure: ActionFailure | null }) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<ActionFailure | null>(null);
  const noteError = failure !== null && changedSince !== failure ? (failure.fieldErrors['note'] ?? null) : null;
  return (
    <details open={failure !== null || undefined}>
      <summary className="link moderation-link">
        <AboutRow button={texts[action]} row={row} />
      </summary>
      <Form method="post" action={ANNOUNCEMENTS_PATH} replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
        <ResultNotice error={failure?.error ? { title: texts.failedTitle, text: failure.error } : null} />
        <p className="muted">{action === 'end' ? texts.endLead : texts.deleteLead}</p>
        <input type="hidden" name="id" value={row.id} />
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={noteError}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values['note'] ?? ''}
          required
          onInput={() => setChangedSince(failure)}
        />
        <Button type="submit" name="do" value={action} variant="danger" aria-disabled={pendingForm.action !== null || undefined}>
          <AboutRow button={texts[action]} row={row} />
        </Button>
      </Form>
    </details>
  );
}
