import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import { ClosedNote } from '../../feature-flags/ui/closed-note.tsx';
import { HONEYPOT_FIELD, NEWSLETTER_PATH, type SubscribeResult } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../contact/ui/contact.css';
import './newsletter.css';

const labels = texts.box;

type SubscribeBoxProps = {
  /** Heading level of the title. */
  level?: 1 | 2;
  /** Nobody can subscribe now; null: everybody can. */
  closed: ClosedNotice | null;
  /** On the form's own page, without JavaScript: whether it was sent, or the error. */
  isSent?: boolean;
  initialAnswer?: SubscribeResult;
};

/** Both the error of the field and a general one are shown at the only field. */
function getError(answer: SubscribeResult | undefined): string | null {
  return answer?.ok === false ? (answer.fieldErrors['email'] ?? answer.error) : null;
}

/** The error of the only field: from the server, or from the browser's own validation. After a result the focus moves to what it changed. */
function useSubscribeErrors(answer: SubscribeResult | undefined, isBusy: boolean) {
  const [error, setError] = useState(getError(answer));
  const [lastAnswer, setLastAnswer] = useState(answer);
  const box = useRef<HTMLElement>(null);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setError(getError(answer));
  }
  useEffect(() => {
    if (answer?.ok) box.current?.querySelector<HTMLElement>('.newsletter-done')?.focus();
    else if (answer) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('email');
    if (isBusy || !(field instanceof HTMLInputElement)) return event.preventDefault();
    const found = field.value.trim() === '' ? labels.fieldErrors.empty : field.validity.valid ? null : labels.fieldErrors.form;
    setError(found);
    if (found === null) return;
    event.preventDefault();
    field.focus();
  };
  return { box, error, clearError: () => setError(null), onSubmit };
}

/** The newsletter subscription form with one email field. Without JavaScript it leads to a page of its own. */
export function SubscribeBox({ level = 2, closed, isSent = false, initialAnswer }: SubscribeBoxProps) {
  const fetcher = useFetcher<SubscribeResult>();
  const hydrated = useHydrated();
  const answer = fetcher.data ?? initialAnswer;
  const isBusy = fetcher.state !== 'idle';
  const { box, error, clearError, onSubmit } = useSubscribeErrors(answer, isBusy);
  const isDone = isSent || answer?.ok === true;
  const Title = `h${level}` as const;
  return (
    <section ref={box} className="panel newsletter" aria-labelledby="newsletter">
      <Title id="newsletter">{labels.title}</Title>
      {isDone ? (
        <div className="newsletter-done" role="status" tabIndex={-1}>
          <Note variant="good" title={labels.done.title}>
            <p>{labels.done.text}</p>
          </Note>
        </div>
      ) : closed !== null && answer === undefined ? (
        <ClosedNote feature="newsletter" notice={closed} />
      ) : (
        <>
          <p>{labels.lead}</p>
          <fetcher.Form method="post" action={NEWSLETTER_PATH} className="newsletter-form" noValidate={hydrated} onSubmit={onSubmit}>
            {hydrated && <input type="hidden" name="script" value="on" />}
            <Field
              name="email"
              type="email"
              label={labels.email}
              required
              maxLength={254}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              error={error}
              defaultValue={initialAnswer?.ok === false ? initialAnswer.values['email'] : ''}
              onInput={clearError}
            />
            <label className="contact-trap" aria-hidden="true">
              {labels.trap}
              <input name={HONEYPOT_FIELD} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
            </label>
            <Button type="submit" variant="primary" className="newsletter-submit" aria-disabled={isBusy || undefined}>
              {isBusy ? labels.busy : labels.submit}
            </Button>
          </fetcher.Form>
        </>
      )}
    </section>
  );
}
