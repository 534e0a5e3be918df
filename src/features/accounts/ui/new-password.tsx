import { useEffect } from 'react';
import { Form, useNavigate } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { PasswordField } from '../../../web/kit/field.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { PASSWORD_MAX, type AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { RESULT_OPTIONS } from './result-options.ts';
import { useActionResult } from './use-action-result.ts';
import { useFormErrors } from './use-form-errors.ts';
import './auth.css';

/** Milliseconds before the page of an invalid link redirects to the login page (spec 2, section 9). */
const REDIRECT_DELAY_MS = 2000;

/** The page behind the link of a reset email. */
export function NewPassword({ state, answer }: { state: 'ready' | 'invalid'; answer: AccountResult | undefined }) {
  return state === 'ready' ? <NewPasswordForm answer={answer} /> : <InvalidLink />;
}

function NewPasswordForm({ answer: given }: { answer: AccountResult | undefined }) {
  const { newPassword, signIn } = texts;
  const answer = useActionResult(given, RESULT_OPTIONS);
  const { fieldErrors, formProps } = useFormErrors('new-password', answer);
  // No minLength here: the server checks that the two passwords match first, with its own messages (spec 2, section 8).
  const shared = { show: signIn.show, hide: signIn.hide, autoComplete: 'new-password', maxLength: PASSWORD_MAX, required: true };
  return (
    <AuthFrame
      greeting={signIn.greeting}
      greetingMeaning={signIn.greetingMeaning}
      title={newPassword.title}
      lead={newPassword.lead}
      answer={answer}
    >
      <Form method="post" replace className="auth-form" {...formProps}>
        <input type="hidden" name="form" value="new-password" />
        <NewPasswordField label={newPassword.password} error={fieldErrors['password']} />
        <PasswordField {...shared} name="confirm" label={newPassword.confirm} error={fieldErrors['confirm']} />
        <SubmitButton form="new-password" label={newPassword.submit} busy={newPassword.busy} />
      </Form>
      <HomeLink />
    </AuthFrame>
  );
}

function InvalidLink() {
  const { newPassword, toasts } = texts;
  const toast = useToast();
  const navigate = useNavigate();
  useEffect(() => {
    const close = toast({ ...toasts.invalidReset, kind: 'bad' });
    let hasNavigated = false;
    const timer = setTimeout(() => {
      // Two seconds are too short to read the toast, so it stays open on the login page.
      hasNavigated = true;
      void navigate('/login', { replace: true });
    }, REDIRECT_DELAY_MS);
    return () => {
      clearTimeout(timer);
      if (!hasNavigated) close();
    };
  }, [toast, toasts, navigate]);
  return (
    <div className="wrap">
      <noscript>
        <meta httpEquiv="refresh" content={`${REDIRECT_DELAY_MS / 1000};url=/login`} />
      </noscript>
      <EmptyState level={1} mood="oops" title={toasts.invalidReset.title} text={`${toasts.invalidReset.text} ${newPassword.invalidLead}`}>
        <LinkButton variant="primary" multiline to="/login" replace>
          {newPassword.toLogin}
        </LinkButton>
      </EmptyState>
    </div>
  );
}
