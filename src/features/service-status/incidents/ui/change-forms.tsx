import { useState, type ReactNode } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Checkbox } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { BODY_MAX, urlForIncident, type IncidentResult, type IncidentView } from '../schema.ts';
import { texts } from '../texts.ts';

type FormProps = { view: IncidentView; answer: IncidentResult | undefined };
type Fields = { errors: Partial<Record<string, string>>; values: Partial<Record<string, string>>; onInput: () => void };

/** Adds what is new, with the time of now. */
export function UpdateForm(props: FormProps) {
  return (
    <ChangeForm {...props} action="update" words={texts.update}>
      {({ errors, values, onInput }) => (
        <TextAreaField
          name="update"
          label={texts.update.field}
          hint={texts.update.hint}
          error={errors['update'] ?? null}
          maxLength={BODY_MAX}
          defaultValue={values['update'] ?? ''}
          required
          onInput={onInput}
        />
      )}
    </ChangeForm>
  );
}

/** Ends it with the time of now. */
export function EndForm(props: FormProps) {
  return <ChangeForm {...props} action="end" words={texts.end} lead={texts.end.lead} />;
}

/** Deletes it, after a box was ticked. */
export function DeleteForm(props: FormProps) {
  return (
    <ChangeForm {...props} action="delete" words={texts.remove} lead={texts.remove.lead}>
      {({ errors }) => (
        <div>
          <Checkbox name="confirm" label={texts.remove.confirm} required />
          <div aria-live="polite">
            {errors['confirm'] && (
              <p className="field-error">
                <Icon icon="circle-exclamation-point" size="small" />
                {errors['confirm']}
              </p>
            )}
          </div>
        </div>
      )}
    </ChangeForm>
  );
}

type ChangeFormProps = FormProps & {
  action: 'update' | 'end' | 'delete';
  words: { title: string; button: string };
  lead?: string;
  children?: (fields: Fields) => ReactNode;
};

function ChangeForm({ view, answer, action, words, lead, children }: ChangeFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<IncidentResult>();
  const failure = answer && !answer.ok && answer.values['do'] === action ? answer : null;
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  const errors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const onInput = () => setChangedSince(answer);
  return (
    <section className="panel incident-panel" aria-labelledby={`incident-${action}`}>
      <h2 id={`incident-${action}`}>{words.title}</h2>
      <Form
        method="post"
        action={urlForIncident(view.incident?.id)}
        replace
        preventScrollReset
        className="incident-form"
        onSubmit={pendingForm.onSubmit}
      >
        <input type="hidden" name="newId" value={view.newId} />
        <ResultNotice error={failure && !hasFieldErrors ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null} />
        {lead && <p className="muted">{lead}</p>}
        {children?.({ errors, values: failure?.values ?? {}, onInput })}
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={errors['note'] ?? null}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values['note'] ?? ''}
          required
          onInput={onInput}
        />
        <div className="incident-acts">
          <Button
            type="submit"
            name="do"
            value={action}
            variant={action === 'delete' ? 'danger' : 'secondary'}
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === action ? texts.busy : words.button}
          </Button>
        </div>
      </Form>
    </section>
  );
}
