import { Form, Link } from 'react-router';
import { Checkbox, Field, PasswordField } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { EMAIL_MAX, PASSWORD_MAX, type AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlWithParams } from './url-with-params.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { TwoFactorView } from './two-factor-view.tsx';
import { GoogleForm } from './google-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { RESULT_OPTIONS } from './result-options.ts';
import { useActionResult } from './use-action-result.ts';
import { useFormErrors } from './use-form-errors.ts';
import { SanctionNotice } from './sanction-notice.tsx';
import './auth.css';

type LoginProps = {
  /** The view that the URL selects. The result of a form may select another. */
  view: 'sign-in' | 'confirm' | 'reset';
  returnUrl: string | null;
  /** Whether sign-in with Google is configured. */
  google: boolean;
  /** Whether to connect the Google account with the account that signs in now. */
  linking: boolean;
  answer: AccountResult | undefined;
};

type ViewProps = Pick<LoginProps, 'returnUrl' | 'answer'>;

/** The login page, with views for a confirmation email that did not arrive and for a forgotten password. */
export function Login({ view, answer: given, ...rest }: LoginProps) {
  const answer = useActionResult(given, RESULT_OPTIONS);
  const { signIn } = texts;
  const shownView = answer?.view ?? (answer?.action === 'code' ? 'code' : view);
  const isSignIn = shownView === 'sign-in';
  const signUp = (
    <>
      {signIn.newHere}{' '}
      <Link className="link" to={urlWithParams('/signup', { returnUrl: rest.returnUrl })}>
        {signIn.signUp}
      </Link>
    </>
  );
  return (
    <AuthFrame
      greeting={signIn.greeting}
      greetingMeaning={signIn.greetingMeaning}
      title={isSignIn ? signIn.title : texts[shownView].title}
      lead={isSignIn ? signUp : texts[shownView].lead}
      answer={answer}
    >
      {isSignIn && <SignInView {...rest} answer={answer} />}
      {shownView === 'code' && <TwoFactorView returnUrl={rest.returnUrl} linking={rest.linking} answer={answer} />}
      {(shownView === 'confirm' || shownView === 'reset') && (
        <EmailView key={shownView} view={shownView} returnUrl={rest.returnUrl} answer={answer} />
      )}
    </AuthFrame>
  );
}

function SignInView({ returnUrl, google, linking, answer }: ViewProps & Pick<LoginProps, 'google' | 'linking'>) {
  const { signIn } = texts;
  const { fieldErrors, values, formProps } = useFormErrors('sign-in', answer);
  return (
    <>
      {answer?.ok === false && answer.ban && <SanctionNotice kind="ban" until={answer.ban.until} why={answer.ban.why} />}
      {linking && (
        <Note>
          <p>{signIn.link}</p>
        </Note>
      )}
      <Form
        method="post"
        action={urlWithParams('/login', { returnUrl, link: linking && 'google' })}
        replace
        className="auth-form"
        {...formProps}
      >
        <input type="hidden" name="form" value="sign-in" />
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        {linking && <input type="hidden" name="link" value="google" />}
        <Field
          name="identifier"
          label={signIn.identifier}
          error={fieldErrors['identifier']}
          defaultValue={values['identifier']}
          autoComplete="username"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
        />
        <PasswordField
          name="password"
          label={signIn.password}
          error={fieldErrors['password']}
          show={signIn.show}
          hide={signIn.hide}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
        />
        <div className="auth-row">
          <Checkbox name="remember" label={signIn.remember} />
          <Link className="link auth-link" to={urlWithParams('/login', { view: 'reset', returnUrl })}>
            {signIn.forgot}
          </Link>
        </div>
        <SubmitButton form="sign-in" label={signIn.submit} busy={signIn.busy} />
      </Form>
      <GoogleForm google={google} returnUrl={returnUrl} />
      <HomeLink />
    </>
  );
}

const FORM_BY_VIEW = { confirm: 'resend', reset: 'ask-reset' } as const;

function EmailView({ view, returnUrl, answer }: ViewProps & { view: 'confirm' | 'reset' }) {
  const words = texts[view];
  const { fieldErrors, values, formProps } = useFormErrors(FORM_BY_VIEW[view], answer);
  return (
    <>
      <Form method="post" action={urlWithParams('/login', { view, returnUrl })} replace className="auth-form" {...formProps}>
        <input type="hidden" name="form" value={FORM_BY_VIEW[view]} />
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        <Field
          name="email"
          type="email"
          inputMode="email"
          label={words.email}
          error={fieldErrors['email']}
          defaultValue={values['email']}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
        />
        <SubmitButton form={FORM_BY_VIEW[view]} label={words.submit} busy={words.busy} />
      </Form>
      <p className="auth-home">
        <Link className="link" to={urlWithParams('/login', { returnUrl })}>
          {words.back}
        </Link>
      </p>
    </>
  );
}
