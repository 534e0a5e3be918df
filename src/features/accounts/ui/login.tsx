import { Form, Link } from 'react-router';
import { Checkbox, Field, PasswordField } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { EMAIL_MAX, PASSWORD_MAX } from '../limits/schema.ts';
import type { FormAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { MuteNotice } from '../../moderation/people/ui/mute-notice.tsx';
import { addressWith } from './address-with.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { CodeView } from './code-view.tsx';
import { GoogleForm } from './google-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import { useAnswer } from './use-answer.ts';
import { useForm } from './use-form.ts';

type LoginProps = {
  /** Which view the address asks for; the answer of a form may lead to another. */
  view: 'sign-in' | 'confirm' | 'reset';
  returnUrl: string | null;
  /** Whether signing in with Google is set up. */
  google: boolean;
  /** Google's account is to be connected with the one that signs in now. */
  linking: boolean;
  answer: FormAnswer | undefined;
};

type ViewProps = Pick<LoginProps, 'returnUrl' | 'answer'>;

/** The login page, with its views for a confirmation that did not arrive and for a forgotten password. */
export function Login({ view, answer: given, ...rest }: LoginProps) {
  const answer = useAnswer(given);
  const { signIn } = texts;
  const shown = answer?.view ?? view;
  const isSignIn = shown === 'sign-in';
  const signUp = (
    <>
      {signIn.newHere}{' '}
      <Link className="link" to={addressWith('/signup', { returnUrl: rest.returnUrl })}>
        {signIn.signUp}
      </Link>
    </>
  );
  return (
    <AuthFrame
      greeting={signIn.greeting}
      greetingMeaning={signIn.greetingMeaning}
      title={isSignIn ? signIn.title : texts[shown].title}
      lead={isSignIn ? signUp : texts[shown].lead}
      answer={answer}
    >
      {isSignIn && <SignIn {...rest} answer={answer} />}
      {shown === 'code' && <CodeView returnUrl={rest.returnUrl} linking={rest.linking} answer={answer} />}
      {(shown === 'confirm' || shown === 'reset') && <EmailView key={shown} view={shown} returnUrl={rest.returnUrl} answer={answer} />}
    </AuthFrame>
  );
}

function SignIn({ returnUrl, google, linking, answer }: ViewProps & Pick<LoginProps, 'google' | 'linking'>) {
  const { signIn } = texts;
  const { faults, formProps } = useForm('sign-in', answer);
  return (
    <>
      {answer?.ban && <MuteNotice kind="ban" until={answer.ban.until} why={answer.ban.why} />}
      {linking && (
        <Note>
          <p>{signIn.link}</p>
        </Note>
      )}
      <Form
        method="post"
        action={addressWith('/login', { returnUrl, link: linking && 'google' })}
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
          error={faults['identifier']}
          defaultValue={answer?.typed['identifier']}
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
          error={faults['password']}
          show={signIn.show}
          hide={signIn.hide}
          autoComplete="current-password"
          maxLength={PASSWORD_MAX}
          required
        />
        <div className="auth-row">
          <Checkbox name="remember" label={signIn.remember} defaultChecked={answer?.typed['remember'] === 'on'} />
          <Link className="link auth-link" to={addressWith('/login', { view: 'reset', returnUrl })}>
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

const FORMS = { confirm: 'resend', reset: 'ask-reset' } as const;

function EmailView({ view, returnUrl, answer }: ViewProps & { view: 'confirm' | 'reset' }) {
  const words = texts[view];
  const { faults, formProps } = useForm(FORMS[view], answer);
  return (
    <>
      <Form method="post" action={addressWith('/login', { view, returnUrl })} replace className="auth-form" {...formProps}>
        <input type="hidden" name="form" value={FORMS[view]} />
        {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
        <Field
          name="email"
          type="email"
          inputMode="email"
          label={words.email}
          error={faults['email']}
          defaultValue={answer?.typed['email']}
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={EMAIL_MAX}
          required
        />
        <SubmitButton form={FORMS[view]} label={words.submit} busy={words.busy} />
      </Form>
      <p className="auth-home">
        <Link className="link" to={addressWith('/login', { returnUrl })}>
          {words.back}
        </Link>
      </p>
    </>
  );
}
