import { Form, Link } from 'react-router';
import type { AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { CodeField } from './code-field.tsx';
import { urlWithParams } from './url-with-params.ts';
import { SubmitButton } from './submit-button.tsx';
import { useFormErrors } from './use-form-errors.ts';
import './auth.css';

type TwoFactorViewProps = {
  returnUrl: string | null;
  /** Whether to connect the Google account with the account that signs in now. */
  linking: boolean;
  answer: AccountResult | undefined;
};

/** The step after the password: a code from an authenticator app, or a backup code. */
export function TwoFactorView({ returnUrl, linking, answer }: TwoFactorViewProps) {
  const words = texts.code;
  const { fieldErrors, formProps } = useFormErrors('code', answer);
  return (
    <>
      <Form
        method="post"
        action={urlWithParams('/login', { returnUrl, link: linking && 'google' })}
        replace
        className="auth-form"
        {...formProps}
      >
        <input type="hidden" name="form" value="code" />
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        {linking && <input type="hidden" name="link" value="google" />}
        <CodeField error={fieldErrors['code']} />
        <SubmitButton form="code" label={words.submit} busy={words.busy} />
      </Form>
      <p className="auth-home">
        <Link className="link" to={urlWithParams('/login', { returnUrl })}>
          {words.back}
        </Link>
      </p>
    </>
  );
}
