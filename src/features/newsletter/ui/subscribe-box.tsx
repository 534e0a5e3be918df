import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useFetcher } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { NEWSLETTER_ADDRESS, TRAP } from '../limits/schema.ts';
import type { SubscribeAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

const words = texts.box;

type SubscribeBoxProps = {
  /** Of its title. */
  level?: 1 | 2;
  /** On the form's own page, for who has no scripts: that it was sent, or what was wrong. */
  isSent?: boolean;
  given?: SubscribeAnswer;
};

/** New posts by mail: one address to fill in. Without scripts it leads to a page of its own. */
export function SubscribeBox({ level = 2, isSent = false, given }: SubscribeBoxProps) {
  const fetcher = useFetcher<SubscribeAnswer>();
  const hydrated = useHydrated();
  const answer = fetcher.data ?? given;
  const isBusy = fetcher.state !== 'idle';
  const [fault, setFault] = useState<string | null>(answer?.ok === false ? answer.fault : null);
  const [seen, setSeen] = useState(answer);
  const box = useRef<HTMLElement>(null);
  if (seen !== answer) {
    setSeen(answer);
    setFault(answer?.ok === false ? answer.fault : null);
  }
  const isDone = isSent || answer?.ok === true;
  useEffect(() => {
    if (answer?.ok) box.current?.querySelector<HTMLElement>('.newsletter-done')?.focus();
    else if (answer) box.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem('email');
    if (isBusy || !(field instanceof HTMLInputElement)) return event.preventDefault();
    const found = field.value.trim() === '' ? words.faults.empty : field.validity.valid ? null : words.faults.form;
    setFault(found);
    if (found === null) return;
    event.preventDefault();
    field.focus();
  };
  const Title = `h${level}` as const;
  return (
    <section ref={box} className="panel newsletter" aria-labelledby="newsletter">
      <Title id="newsletter">{words.title}</Title>
      {isDone ? (
        <div className="newsletter-done" role="status" tabIndex={-1}>
          <Note variant="good" title={words.done.title}>
            <p>{words.done.text}</p>
          </Note>
        </div>
      ) : (
        <>
          <p>{words.lead}</p>
          <fetcher.Form method="post" action={NEWSLETTER_ADDRESS} className="newsletter-form" noValidate={hydrated} onSubmit={onSubmit}>
            {hydrated && <input type="hidden" name="script" value="on" />}
            <Field
              name="email"
              type="email"
              label={words.email}
              required
              maxLength={254}
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              error={fault}
              defaultValue={given?.ok === false ? given.typed : ''}
              onInput={() => setFault(null)}
            />
            <label className="contact-trap" aria-hidden="true">
              {words.trap}
              <input name={TRAP} type="text" tabIndex={-1} autoComplete="off" defaultValue="" />
            </label>
            <Button type="submit" variant="primary" aria-disabled={isBusy || undefined}>
              {isBusy ? words.busy : words.submit}
            </Button>
          </fetcher.Form>
        </>
      )}
    </section>
  );
}
