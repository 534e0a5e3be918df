import { useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import type { FreeAddressResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './cases.css';

/** Frees an address that the ban of a deleted account holds. It works without JavaScript. */
export function FreeAddressForm({ answer }: { answer: FreeAddressResult | undefined }) {
  const { free } = texts;
  const [changedSince, setChangedSince] = useState<FreeAddressResult>();
  const isBusy = useNavigation().formData?.get('email') !== undefined;
  const toast = answer?.ok ? free.done : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const errors = changedSince === answer ? {} : (failure?.fieldErrors ?? {});
  const hasFieldError = failure?.fieldErrors.email !== undefined || failure?.fieldErrors.note !== undefined;
  const formError = failure !== null && !hasFieldError ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null;
  return (
    <section className="panel" aria-labelledby="free-address">
      <h2 id="free-address" className="free-address-title">
        {free.title}
      </h2>
      <Form
        // Done, it is empty again.
        key={answer?.ok ? 'done' : 'open'}
        method="post"
        replace
        preventScrollReset
        className="decide"
        onSubmit={(event) => isBusy && event.preventDefault()}
      >
        <ResultNotice toast={toast} error={formError} />
        <p className="muted">{free.lead}</p>
        <Field
          name="email"
          type="email"
          label={free.email}
          hint={free.emailHint}
          error={errors.email ?? null}
          defaultValue={failure?.values.email ?? ''}
          autoComplete="off"
          required
          onInput={() => setChangedSince(answer)}
        />
        <TextAreaField
          name="note"
          label={free.note}
          hint={free.noteHint}
          error={errors.note ?? null}
          maxLength={NOTE_MAX}
          defaultValue={failure?.values.note ?? ''}
          required
          onInput={() => setChangedSince(answer)}
        />
        <div>
          <Button type="submit" variant="secondary" multiline aria-disabled={isBusy || undefined}>
            {isBusy ? texts.busy : free.submit}
          </Button>
        </div>
      </Form>
    </section>
  );
}
