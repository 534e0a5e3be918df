import { useEffect, useRef } from 'react';
import { Form, Link, useSubmit } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { PasswordField } from '../../../web/kit/field.tsx';
import { EmptyState } from '../../../web/kit/state.tsx';
import type { ConfirmState, FormAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAnswer } from './use-answer.ts';
import { useForm } from './use-form.ts';

/**
 * The page that the link of a confirmation mail leads to. Opening it changes nothing, because mail programs open links to
 * look at them; what confirms is the form. In the browser that signed up scripts send it at once; elsewhere the password
 * is asked for.
 */
export function ConfirmEmail({ token, state, answer: given }: { token: string; state: ConfirmState; answer: FormAnswer | undefined }) {
  const answer = useAnswer(given);
  const { confirmPage } = texts;
  const wrongPassword = answer?.faults['password'] !== undefined;
  if (state === 'invalid' || (answer?.ok === false && !wrongPassword)) return <Nothing text={confirmPage.invalid} />;
  if (state === 'already') return <Nothing text={confirmPage.already} done />;
  return <Confirm token={token} withPassword={state === 'elsewhere' || wrongPassword} answer={answer} />;
}

function Confirm({ token, withPassword, answer }: { token: string; withPassword: boolean; answer: FormAnswer | undefined }) {
  const { confirmPage, signIn, signUp } = texts;
  const { faults, formProps } = useForm('confirm', answer);
  useSentAtOnce(formProps.ref, !withPassword);
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
            error={faults['password']}
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

/** Sends a form when it is first shown, once. */
function useSentAtOnce(form: { readonly current: HTMLFormElement | null }, wanted: boolean): void {
  const isSent = useRef(!wanted);
  const submit = useSubmit();
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    void submit(form.current, { replace: true });
  }, [form, submit]);
}

function Nothing({ text, done = false }: { text: string; done?: boolean }) {
  const { confirmPage } = texts;
  return (
    <div className="wrap">
      <EmptyState level={1} mood={done ? 'happy' : 'oops'} title={confirmPage.title} text={text}>
        <LinkButton variant="primary" to={done ? '/login' : '/login?view=confirm'}>
          {done ? confirmPage.signIn : confirmPage.again}
        </LinkButton>
        <LinkButton variant="soft" to="/">
          {confirmPage.home}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
