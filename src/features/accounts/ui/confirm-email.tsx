import { useEffect, useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { PasswordField } from '../../../web/kit/field.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { ConfirmState, AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { SubmitButton } from './submit-button.tsx';
import { RESULT_OPTIONS } from './result-options.ts';
import { useActionResult } from './use-action-result.ts';
import { useFormErrors } from './use-form-errors.ts';
import './auth.css';

/**
 * The page behind the link of a confirmation email. Opening it changes nothing, because mail programs open links to scan them; submitting
 * the form confirms. In the browser that signed up, a script submits it at once; any other browser asks for the password.
 */
export function ConfirmEmail({ token, state, answer: given }: { token: string; state: ConfirmState; answer: AccountResult | undefined }) {
  const answer = useActionResult(given, RESULT_OPTIONS);
  const { confirmPage } = texts;
  const wrongPassword = answer?.ok === false && answer.fieldErrors['password'] !== undefined;
  if (state === 'invalid' || (answer?.ok === false && answer.code === 'invalid-link')) return <LinkStatus text={confirmPage.invalid} />;
  if (state === 'already') return <LinkStatus text={confirmPage.already} done />;
  return <ConfirmForm token={token} withPassword={state === 'other-browser' || wrongPassword} answer={answer} />;
}

function ConfirmForm({ token, withPassword, answer }: { token: string; withPassword: boolean; answer: AccountResult | undefined }) {
  const { confirmPage, signIn, signUp } = texts;
  const { fieldErrors, formProps } = useFormErrors('confirm', answer);
  useSubmitOnMount(formProps.ref, !withPassword);
  return (
    <AuthFrame
      greeting={signUp.greeting}
      greetingMeaning={signUp.greetingMeaning}
      title={confirmPage.title}
      lead={withPassword ? confirmPage.elsewhere : confirmPage.lead}
      answer={answer}
    >
      <Form method="post" replace className="auth-form" {...formProps}>
        <input type="hidden" name="form" value="confirm" />
        <input type="hidden" name="token" value={token} />
        {withPassword && (
          <PasswordField
            name="password"
            label={confirmPage.password}
            show={signIn.show}
            hide={signIn.hide}
            autoComplete="current-password"
            required
            error={fieldErrors['password']}
          />
        )}
        <SubmitButton form="confirm" label={confirmPage.submit} busy={confirmPage.busy} />
      </Form>
      {withPassword && (
        <p>
          <Link className="link" to="/login?view=reset">
            {confirmPage.forgot}
          </Link>
        </p>
      )}
      <HomeLink />
    </AuthFrame>
  );
}

/** Submits a form once when it is first shown. */
function useSubmitOnMount(form: { readonly current: HTMLFormElement | null }, wanted: boolean): void {
  const isSent = useRef(!wanted);
  const submit = useSubmit();
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void submit(form.current, { replace: true });
  }, [form, submit]);
}

function LinkStatus({ text, done = false }: { text: string; done?: boolean }) {
  const { confirmPage } = texts;
  return (
    <div className="wrap">
      <EmptyState level={1} mood={done ? 'happy' : 'oops'} title={confirmPage.title} text={text}>
        <LinkButton variant="primary" multiline to={done ? '/login' : '/login?view=confirm'}>
          {done ? confirmPage.signIn : confirmPage.again}
        </LinkButton>
        <LinkButton variant="soft" multiline to="/">
          {confirmPage.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
