import { Form, Link } from 'react-router';
import { Field } from '../../../web/kit/field.tsx';
import type { FormAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { addressWith } from './address-with.ts';
import { SubmitButton } from './submit-button.tsx';
import { useForm } from './use-form.ts';

type CodeViewProps = {
  returnUrl: string | null;
  /** Google's account is to be connected with the one that signs in now. */
  linking: boolean;
  answer: FormAnswer | undefined;
};

/** After the password: the code of an app, or one that was written down. */
export function CodeView({ returnUrl, linking, answer }: CodeViewProps) {
  const words = texts.code;
  const { faults, formProps } = useForm('code', answer);
  return (
    <>
      <Form
        method="post"
        action={addressWith('/login', { returnUrl, link: linking && 'google' })}
        replace
        className="auth-form"
        {...formProps}
      >
        <input type="hidden" name="form" value="code" />
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        {linking && <input type="hidden" name="link" value="google" />}
        <Field
          name="code"
          label={words.code}
          hint={words.hint}
          error={faults['code']}
          autoComplete="one-time-code"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={40}
          required
        />
        <SubmitButton form="code" label={words.submit} busy={words.busy} />
      </Form>
      <p className="auth-home">
        <Link className="link" to={addressWith('/login', { returnUrl })}>
          {words.back}
        </Link>
      </p>
    </>
  );
}
