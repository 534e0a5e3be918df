import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { GET_HELP_PATH } from '../../help-requests/schema.ts';
import {
  BODY_MAX,
  CONTACT_FIELDS,
  HONEYPOT_FIELD,
  NAME_MAX,
  SUBJECT_MAX,
  type ContactField,
  type ContactResult,
  type ContactView,
} from '../schema.ts';
import { texts } from '../texts.ts';
import './contact.css';

type FieldErrors = Partial<Record<ContactField, string>>;
type ContactFormProps = { view: ContactView; answer: ContactResult | undefined };

/** The four required fields. After an error they keep the submitted values, and the first invalid field gets the focus. */
export function ContactForm({ view, answer }: ContactFormProps) {
  const isBusy = useNavigation().formAction === '/contact';
  const failure = answer?.ok === false ? answer : null;
  const { fieldErrors, clearError, formProps } = useContactErrors(failure, isBusy);
  const values: Partial<Record<string, string>> = failure?.values ?? {
    name: view.prefill?.name ?? '',
    email: view.prefill?.email ?? '',
    subject: '',
    message: '',
  };
  const fieldProps = (name: ContactField) => ({ name, label: texts.fields[name], required: true, onInput: clearError(name) });
  return (
    <Form method="post" action="/contact" className="contact-form" {...formProps}>
      {failure && failure.error !== null && (
        <div role="alert">
          <Note variant="bad" title={texts.failedTitle}>
            <p>{failure.error}</p>
          </Note>
        </div>
      )}
      {failure?.help && (
        <div role="status">
          <Note title={texts.help.title}>
            <p>{failure.help.isTeamNotified ? texts.help.notified : texts.help.text}</p>
            <p>
              <Link className="link" to={GET_HELP_PATH}>
                {texts.help.link}
              </Link>
            </p>
          </Note>
        </div>
      )}
      <Field
        {...fieldProps('name')}
        error={fieldErrors.name}
        defaultValue={values['name']}
        maxLength={NAME_MAX}
        autoComplete="name"
        dir="auto"
      />
      <Field
        {...fieldProps('email')}
        type="email"
        hint={texts.emailHint}
        error={fieldErrors.email}
        defaultValue={values['email']}
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...fieldProps('subject')}
        error={fieldErrors.subject}
        defaultValue={values['subject']}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        dir="auto"
      />
      <TextAreaField
        {...fieldProps('message')}
        hint={texts.messageHint}
        error={fieldErrors.message ?? null}
        defaultValue={values['message']}
        maxLength={BODY_MAX}
      />
      <label className="contact-trap" aria-hidden="true">
        {texts.trap}
        <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
      <Button type="submit" variant="primary" size="lg" className="contact-submit" aria-disabled={isBusy || undefined}>
        {isBusy ? texts.busy : texts.send}
      </Button>
    </Form>
  );
}

/**
 * Errors of the form by field: those from the server, and those of the browser's own validation before submitting.
 * @returns also what the form element needs
 */
function useContactErrors(failure: ActionFailure | null, isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [fieldErrors, setFieldErrors] = useState<FieldErrors>(failure?.fieldErrors ?? {});
  const [lastFailure, setLastFailure] = useState(failure);
  const [failedSubmits, setFailedSubmits] = useState(0);
  if (lastFailure !== failure) {
    setLastFailure(failure);
    setFieldErrors(failure?.fieldErrors ?? {});
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [failure, failedSubmits]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = isBusy ? {} : findFieldErrors(event.currentTarget);
    if (!isBusy && Object.keys(found).length === 0) return;
    event.preventDefault();
    setFieldErrors(found);
    setFailedSubmits(failedSubmits + 1);
  };
  const clearError = (field: ContactField) => () => setFieldErrors((now) => ({ ...now, [field]: undefined }));
  return { fieldErrors, clearError, formProps: { ref: form, noValidate: hydrated, onSubmit } };
}

/** Errors of the browser's own validation, with our texts. */
function findFieldErrors(form: HTMLFormElement): FieldErrors {
  const found: FieldErrors = {};
  for (const name of CONTACT_FIELDS) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (field.value.trim() === '') found[name] = texts.fieldErrors[name].empty;
    else if (field.validity.typeMismatch) found[name] = texts.fieldErrors.email.form;
    else if (!field.validity.valid) found[name] = texts.wrong;
  }
  return found;
}
