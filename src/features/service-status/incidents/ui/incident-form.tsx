import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../../web/kit/field.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { PARTS } from '../../schema.ts';
import { IncidentCard } from '../../ui/incident-card.tsx';
import { BODY_MAX, getPartField, TITLE_MAX, urlForIncident, type IncidentResult, type IncidentView } from '../schema.ts';
import { texts } from '../texts.ts';

type IncidentFormProps = { view: IncidentView; answer: IncidentResult | undefined };
type Errors = Partial<Record<string, string>>;

/** What everybody reads of an incident, with a preview. */
export function IncidentForm({ view, answer }: IncidentFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<IncidentResult>();
  const { incident, newId, version } = view;
  const failure = answer && !answer.ok && isOfThisForm(answer.values['do']) ? answer : null;
  const shown = answer?.ok && answer.do === 'preview' ? answer : null;
  const values = { ...view.values, ...failure?.values, ...shown?.values };
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  const errors: Errors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const onInput = () => setChangedSince(answer);
  return (
    <section className="panel incident-panel" aria-labelledby="incident-form">
      <h2 id="incident-form">{texts.form}</h2>
      <Form
        method="post"
        action={urlForIncident(incident?.id)}
        replace
        preventScrollReset
        className="incident-form"
        onSubmit={pendingForm.onSubmit}
        onInput={onInput}
      >
        <input type="hidden" name="newId" value={newId} />
        <input type="hidden" name="version" value={version} />
        <ResultNotice error={failure && !hasFieldErrors ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null} />
        <Field
          name="title"
          label={texts.fields.title}
          hint={texts.fields.titleHint}
          error={errors['title'] ?? null}
          maxLength={TITLE_MAX}
          defaultValue={values.title}
          autoComplete="off"
          dir="auto"
          required
        />
        <TextAreaField
          name="body"
          label={texts.fields.body}
          hint={texts.fields.bodyHint}
          error={errors['body'] ?? null}
          maxLength={BODY_MAX}
          defaultValue={values.body}
          required
          onInput={onInput}
        />
        <PartBoxes values={values} errors={errors} />
        <EffectChoice value={values.effect} />
        <Times values={values} errors={errors} />
        <TextAreaField
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={errors['note'] ?? null}
          maxLength={NOTE_MAX}
          defaultValue={values.note}
          required
          onInput={onInput}
        />
        {shown !== null && (
          <section className="incident-preview" aria-labelledby="incident-preview">
            <h3 id="incident-preview">{texts.previewTitle}</h3>
            <p className="muted" role="status">
              {texts.previewText}
            </p>
            <IncidentCard incident={shown.incident} />
          </section>
        )}
        <div className="incident-acts">
          {/* The first button is the one that the Enter key presses: it saves nothing. */}
          <Button
            type="submit"
            name="do"
            value="preview"
            variant="soft"
            formNoValidate
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === 'preview' ? texts.busy : texts.preview}
          </Button>
          <Button type="submit" name="do" value="save" variant="primary" aria-disabled={pendingForm.action !== null || undefined}>
            {pendingForm.action === 'save' ? texts.busy : incident === null ? texts.save : texts.saveChange}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function isOfThisForm(action: string | undefined): boolean {
  return action === 'preview' || action === 'save';
}

type FieldsProps = { values: Partial<Record<string, string>>; errors: Errors };

function PartBoxes({ values, errors }: FieldsProps) {
  const error = errors[getPartField('pages')];
  return (
    <fieldset className="choices incident-parts" aria-describedby={error ? 'incident-parts-error' : undefined}>
      <legend>{texts.fields.parts}</legend>
      {PARTS.map((part) => (
        <Checkbox key={part} name={getPartField(part)} label={texts.part[part]} defaultChecked={values[getPartField(part)] === 'on'} />
      ))}
      <div aria-live="polite">
        {error && (
          <p id="incident-parts-error" className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}

function EffectChoice({ value }: { value: string }) {
  return (
    <fieldset className="choices">
      <legend>{texts.fields.effect}</legend>
      {(['slow', 'down'] as const).map((effect) => (
        <label key={effect} className="choice">
          <input type="radio" name="effect" value={effect} defaultChecked={value === effect} />
          {texts.fields.effects[effect]}
        </label>
      ))}
    </fieldset>
  );
}

function Times({ values, errors }: FieldsProps) {
  return (
    <div className="incident-times">
      <Field
        name="startedAt"
        type="datetime-local"
        label={texts.fields.startedAt}
        error={errors['startedAt'] ?? null}
        defaultValue={values['startedAt']}
        required
      />
      <Field
        name="endedAt"
        type="datetime-local"
        label={texts.fields.endedAt}
        hint={texts.fields.endedAtHint}
        error={errors['endedAt'] ?? null}
        defaultValue={values['endedAt']}
      />
    </div>
  );
}
