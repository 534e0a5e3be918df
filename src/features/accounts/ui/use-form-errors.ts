import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { texts } from '../texts.ts';

type FieldErrors = Partial<Record<string, string>>;
/** The result of a form; `action` is the name of the form. */
type FormResult = { ok: true } | (ActionFailure & { action?: string });

/**
 * Errors of a form by field name: those from the server, and those of the browser's own validation before submitting. Both use our texts
 * instead of the browser's bubbles; without JavaScript the bubbles remain. The first invalid field gets the focus. An error disappears as
 * soon as its field changes.
 * @returns also the submitted values, to fill the form again, and what the form element needs
 */
export function useFormErrors(name: string, answer: FormResult | undefined) {
  const hydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const resultErrors: FieldErrors = answer && !answer.ok && answer.action === name ? answer.fieldErrors : {};
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>(resultErrors);
  const [lastAnswer, setLastAnswer] = useState(answer);
  const [failedSubmits, setFailedSubmits] = useState(0);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setFieldErrors(resultErrors);
  }

  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer, failedSubmits]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = findFieldErrors(event.currentTarget);
    if (Object.keys(found).length === 0) return;
    event.preventDefault();
    setFieldErrors(found);
    setFailedSubmits(failedSubmits + 1);
  };
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement) || !(target.name in fieldErrors)) return;
    setFieldErrors(Object.fromEntries(Object.entries(fieldErrors).filter(([field]) => field !== target.name)));
  };
  const values = answer && !answer.ok ? answer.values : {};
  return { fieldErrors, values, formProps: { ref: form, noValidate: hydrated, onSubmit, onInput } };
}

function findFieldErrors(form: HTMLFormElement): FieldErrors {
  const found: FieldErrors = {};
  for (const input of form.elements) {
    if (input instanceof HTMLInputElement && !input.validity.valid) found[input.name] = errorTextFor(input.validity);
  }
  return found;
}

/** Only usernames have a pattern, and only passwords have a minimum length. */
function errorTextFor(validity: ValidityState): string {
  const { fieldErrors } = texts;
  if (validity.valueMissing) return fieldErrors.empty;
  if (validity.tooShort) return fieldErrors.password.short;
  if (validity.typeMismatch) return fieldErrors.email.form;
  if (validity.patternMismatch) return fieldErrors.username.characters;
  return fieldErrors.characters;
}
