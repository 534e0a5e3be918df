import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { WordsField } from '../../moderation/people/ui/words-field.tsx';
import { BODY_MAX, NAME_MAX, SUBJECT_MAX, TRAP } from '../limits/schema.ts';
import type { ContactAnswer, ContactField, ContactFields, ContactView } from '../schema.ts';
import { texts } from '../texts.ts';

const NAMES: readonly ContactField[] = ['name', 'email', 'subject', 'message'];
type ContactFormProps = { view: ContactView; answer: ContactAnswer | undefined };

/** The four fields, all needed. What is refused stays as it was typed, and the first field that is wrong gets the focus. */
export function ContactForm({ view, answer }: ContactFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const isBusy = useNavigation().formAction === '/contact';
  const [faults, setFaults] = useState<Partial<ContactFields>>(answer?.faults ?? {});
  const [seen, setSeen] = useState(answer);
  const [checks, setChecks] = useState(0);
  if (seen !== answer) {
    setSeen(answer);
    setFaults(answer?.faults ?? {});
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer, checks]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const found = isBusy ? {} : faultsIn(event.currentTarget);
    if (!isBusy && Object.keys(found).length === 0) return;
    event.preventDefault();
    setFaults(found);
    setChecks(checks + 1);
  };
  const hush = (field: ContactField) => () => setFaults((now) => ({ ...now, [field]: undefined }));
  const typed = answer?.typed ?? { name: view.known?.name ?? '', email: view.known?.email ?? '', subject: '', message: '' };
  const common = (name: ContactField) => ({ name, label: texts.fields[name], required: true, onInput: hush(name) });
  return (
    <Form ref={form} method="post" action="/contact" className="contact-form" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      {answer && answer.fault !== null && (
        <div role="alert">
          <Note variant="bad" title={texts.failedTitle}>
            <p>{answer.fault}</p>
          </Note>
        </div>
      )}
      <Field {...common('name')} error={faults.name} defaultValue={typed.name} maxLength={NAME_MAX} autoComplete="name" dir="auto" />
      <Field
        {...common('email')}
        type="email"
        hint={texts.emailHint}
        error={faults.email}
        defaultValue={typed.email}
        maxLength={254}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Field
        {...common('subject')}
        error={faults.subject}
        defaultValue={typed.subject}
        maxLength={SUBJECT_MAX}
        autoComplete="off"
        dir="auto"
      />
      <WordsField
        {...common('message')}
        hint={texts.messageHint}
        fault={faults.message ?? null}
        typed={typed.message}
        maxLength={BODY_MAX}
      />
      <label className="contact-trap" aria-hidden="true">
        {texts.trap}
        <input name={TRAP} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
      </label>
      <Button type="submit" variant="primary" size="lg" aria-disabled={isBusy || undefined}>
        {isBusy ? texts.busy : texts.send}
      </Button>
    </Form>
  );
}

/** What the browser's own checks find, in our words. */
function faultsIn(form: HTMLFormElement): Partial<ContactFields> {
  const found: Partial<ContactFields> = {};
  for (const name of NAMES) {
    const field = form.elements.namedItem(name);
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) continue;
    if (field.value.trim() === '') found[name] = texts.faults[name].empty;
    else if (field.validity.typeMismatch) found[name] = texts.faults.email.form;
    else if (!field.validity.valid) found[name] = texts.wrong;
  }
  return found;
}
