import { useEffect, useRef, useState } from 'react';
import { Form } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import type { GuardianResult } from '../schema.ts';
import { texts } from '../texts.ts';

type AskFormProps = {
  /** The address of this page, with where the player wants to go on. */
  to: string;
  answer: GuardianResult | undefined;
  /** Above the field, such as what happens to an earlier request. */
  hint?: string;
};

/** The failure of the form below; null: there is none, or it is that of a reminder. */
export function getAskFailure(answer: GuardianResult | undefined): ActionFailure | null {
  if (!answer || answer.ok) return null;
  return answer.values['email'] || answer.fieldErrors['email'] ? answer : null;
}

/** The form for a guardian's address. What was typed stays when it is refused. */
export function AskForm({ to, answer, hint }: AskFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = usePendingForm();
  const isBusy = pendingForm.action === 'ask';
  const [changedSince, setChangedSince] = useState<GuardianResult>();
  const failure = getAskFailure(answer);
  useEffect(() => {
    if (answer && !answer.ok) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  return (
    <Form ref={form} method="post" action={to} replace className="ask-form" noValidate onSubmit={pendingForm.onSubmit}>
      <ResultNotice error={failure?.error ? { title: texts.failedTitle, text: failure.error } : null} />
      <input type="hidden" name="do" value="ask" />
      <Field
        name="email"
        type="email"
        label={texts.form.email}
        hint={hint}
        placeholder={texts.form.placeholder}
        defaultValue={failure?.values['email'] ?? ''}
        error={(changedSince !== answer && failure?.fieldErrors['email']) || null}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
        onInput={() => setChangedSince(answer)}
      />
      <Button type="submit" variant="primary" size="lg" block aria-disabled={pendingForm.action !== null || undefined}>
        {isBusy ? texts.form.busy : texts.form.submit}
      </Button>
    </Form>
  );
}
