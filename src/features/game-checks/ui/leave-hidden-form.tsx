import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { texts } from '../texts.ts';
import './game-checks.css';

const words = texts.panel;

/** That the check has hidden a game, and the form that leaves it so. What shows it again is a form of its page. */
export function LeaveHiddenForm({ failure }: { failure: ActionFailure | null }) {
  const pendingForm = usePendingForm();
  return (
    <section aria-labelledby="hidden-by-check">
      <Note variant="bad">
        <h2 id="hidden-by-check">{words.hiddenTitle}</h2>
        <p>{words.hidden}</p>
        <ResultNotice error={failure && failure.error !== null ? { title: words.failed, text: failure.error } : null} />
        <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
          <TextAreaField
            name="note"
            label={words.leaveNote}
            hint={words.leaveHint}
            maxLength={NOTE_MAX}
            defaultValue={failure?.values['note'] ?? ''}
            error={failure?.fieldErrors['note'] ?? null}
            required
            onInput={() => {}}
          />
          <div className="decide-acts">
            <Button
              type="submit"
              name="do"
              value="leave-hidden"
              variant="secondary"
              aria-disabled={pendingForm.action !== null || undefined}
            >
              {pendingForm.action === 'leave-hidden' ? words.busy : words.leave}
            </Button>
          </div>
        </Form>
      </Note>
    </section>
  );
}
