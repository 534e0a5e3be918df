import { useEffect, useRef } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { usePendingForm } from '../../../../web/use-pending-form.ts';
import { APPROVED_ADULTS_MAX, type AgreementResult, type AgreementView } from '../../schema.ts';
import { getAdultTexts } from '../adults.texts.ts';
import { AGREEMENT_VERSION } from '../rules.ts';
import { getAgreementTexts } from '../texts.ts';

type ApprovedAdultsProps = {
  view: AgreementView;
  /** The answer of one of these forms. */
  answer: AgreementResult | undefined;
  /** Why nothing was done; null where a field says it. */
  error: string | null;
};

/** Grown-ups whom a guardian approved by name, each with what takes it out, and the form for another one. */
export function ApprovedAdults({ view: { adults, areAdultsOpen, canChange, language }, answer, error }: ApprovedAdultsProps) {
  const words = getAdultTexts(language);
  const title = useRef<HTMLHeadingElement>(null);
  const failure = useRef<HTMLDivElement>(null);
  // The button that was pressed may be gone, and the field is empty again.
  useEffect(() => {
    if (answer?.ok) title.current?.focus();
    else failure.current?.focus();
  }, [answer]);
  return (
    <section className="panel" aria-labelledby="agreement-adults">
      <h2 id="agreement-adults" ref={title} tabIndex={-1}>
        {words.title}
      </h2>
      <p>{words.lead}</p>
      {canChange && (
        <>
          <p>{words.careful}</p>
          <p>{words.after}</p>
        </>
      )}
      {error !== null && (
        <div ref={failure} role="alert" tabIndex={-1}>
          <Note variant="bad" title={getAgreementTexts(language).failed.title}>
            <p>{error}</p>
          </Note>
        </div>
      )}
      {adults.length === 0 ? (
        <p className="muted">{words.none}</p>
      ) : (
        <ul className="agreement-adults" aria-label={words.list}>
          {adults.map((username) => (
            <li key={username}>
              <b>@{username}</b>
              <RemoveForm username={username} language={language} />
            </li>
          ))}
        </ul>
      )}
      {!areAdultsOpen && (canChange || adults.length > 0) && <p>{words.later}</p>}
      {/* Approved, the field is empty for the next one. */}
      {canChange && adults.length < APPROVED_ADULTS_MAX && <ApproveForm key={adults.join(' ')} language={language} answer={answer} />}
      {canChange && adults.length >= APPROVED_ADULTS_MAX && <p>{words.full}</p>}
      {(canChange || adults.length > 0) && <p className="mail-link-small">{words.silent}</p>}
    </section>
  );
}

function ApproveForm({ language, answer }: Pick<AgreementView, 'language'> & Pick<ApprovedAdultsProps, 'answer'>) {
  const words = getAdultTexts(language);
  const pendingForm = usePendingForm();
  const form = useRef<HTMLFormElement>(null);
  const failure = answer && !answer.ok ? answer : null;
  const error = failure?.fieldErrors['username'] ?? null;
  useEffect(() => {
    if (error !== null) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [error, answer]);
  return (
    <Form ref={form} method="post" replace preventScrollReset noValidate className="agreement-adult-form" onSubmit={pendingForm.onSubmit}>
      <Hidden language={language} />
      <Field
        name="username"
        label={words.username}
        hint={words.usernameHint}
        error={error}
        defaultValue={failure?.values['username'] ?? ''}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button type="submit" name="do" value="approve-adult" variant="secondary" aria-disabled={pendingForm.action !== null || undefined}>
        {words.buttons['approve-adult']}
      </Button>
    </Form>
  );
}

function RemoveForm({ username, language }: { username: string } & Pick<AgreementView, 'language'>) {
  const words = getAdultTexts(language);
  const pendingForm = usePendingForm();
  return (
    <Form method="post" replace preventScrollReset onSubmit={pendingForm.onSubmit}>
      <Hidden language={language} />
      <input type="hidden" name="adult" value={username} />
      <Button
        type="submit"
        name="do"
        value="remove-adult"
        variant="soft"
        aria-label={words.remove(username)}
        aria-disabled={pendingForm.action !== null || undefined}
      >
        {words.buttons['remove-adult']}
      </Button>
    </Form>
  );
}

function Hidden({ language }: Pick<AgreementView, 'language'>) {
  return (
    <>
      <input type="hidden" name="lang" value={language} />
      {/* Of the texts that this page was made from. */}
      <input type="hidden" name="textVersion" value={AGREEMENT_VERSION} />
    </>
  );
}
