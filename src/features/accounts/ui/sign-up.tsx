import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Form, Link } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Field, PasswordField } from '../../../web/kit/field.tsx';
import type { ClosedNotice } from '../../feature-flags/schema.ts';
import { ClosedNote } from '../../feature-flags/ui/closed-note.tsx';
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, PASSWORD_MIN, USERNAME_MAX, type AccountResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlWithParams } from './url-with-params.ts';
import { AuthFrame, HomeLink } from './auth-frame.tsx';
import { GoogleForm } from './google-form.tsx';
import { NewPasswordField } from './new-password-field.tsx';
import { SubmitButton } from './submit-button.tsx';
import { RESULT_OPTIONS } from './result-options.ts';
import { useActionResult } from './use-action-result.ts';
import { useFormErrors } from './use-form-errors.ts';
import './auth.css';

type SignUpProps = {
  google: boolean;
  returnUrl: string | null;
  /** Nobody can sign up now; null: everybody can. Who has typed already keeps the form. */
  closed: ClosedNotice | null;
  answer: AccountResult | undefined;
};

/** The sign-up page. */
export function SignUp({ google, returnUrl, closed, answer: given }: SignUpProps) {
  const { signUp } = texts;
  const answer = useActionResult(given, RESULT_OPTIONS);
  const { fieldErrors, values, formProps } = useFormErrors('sign-up', answer);
  const { confirmation, compare } = useConfirmation(formProps.ref);
  return (
    <AuthFrame
      greeting={signUp.greeting}
      greetingMeaning={signUp.greetingMeaning}
      title={signUp.title}
      lead={
        <>
          {signUp.haveAccount}{' '}
          <Link className="link" to={urlWithParams('/login', { returnUrl })}>
            {signUp.signIn}
          </Link>
        </>
      }
      answer={answer}
    >
      {closed && <ClosedNote feature="sign-ups" notice={closed} />}
      {closed && !given ? (
        <LinkButton variant="primary" block to="/games">
          {signUp.playWithout}
        </LinkButton>
      ) : (
        <Form
          method="post"
          action={urlWithParams('/signup', { returnUrl })}
          replace
          className="auth-form"
          {...formProps}
          onInput={(event) => {
            formProps.onInput(event);
            compare();
          }}
        >
          <input type="hidden" name="form" value="sign-up" />
          {returnUrl !== null && <input type="hidden" name="returnUrl" value={returnUrl} />}
          <ProfileFields fieldErrors={fieldErrors} values={values} />
          <NewPasswordField label={signUp.password} error={fieldErrors['password']} minLength={PASSWORD_MIN} />
          <ConfirmField error={confirmation === 'differs' ? signUp.differ : fieldErrors['confirm']} />
          <p className="auth-agree">
            {withLinks(signUp.agree, [
              [signUp.terms, '/terms'],
              [signUp.privacy, '/privacy'],
            ])}
          </p>
          <SubmitButton
            form="sign-up"
            label={signUp.submit}
            busy={signUp.busy}
            disabled={closed !== null || confirmation === 'differs' || confirmation === 'empty'}
          />
        </Form>
      )}
      {/* Who has an account signs in with Google on the other page. */}
      <GoogleForm google={google && closed === null} returnUrl={returnUrl} />
      <HomeLink />
    </AuthFrame>
  );
}

function ConfirmField({ error }: { error: string | undefined }) {
  const { signUp, signIn } = texts;
  return (
    <PasswordField
      name="confirm"
      label={signUp.confirm}
      hint={signUp.confirmHint}
      error={error}
      show={signIn.show}
      hide={signIn.hide}
      autoComplete="new-password"
      maxLength={PASSWORD_MAX}
      required
    />
  );
}

/** The fields that come back as they were typed. */
function ProfileFields({ fieldErrors, values }: Pick<ActionFailure, 'fieldErrors' | 'values'>) {
  const { signUp } = texts;
  return (
    <>
      <Field
        name="username"
        label={signUp.username}
        hint={signUp.usernameHint}
        error={fieldErrors['username']}
        defaultValue={values['username']}
        className="lower"
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        pattern="\s*[A-Za-z0-9_]+\s*"
        title={texts.fieldErrors.username.characters}
        maxLength={USERNAME_MAX}
        onInput={lowerCase}
        onBlur={lowerCase}
        required
      />
      <Field
        name="displayName"
        label={signUp.displayName}
        hint={signUp.displayNameHint}
        error={fieldErrors['displayName']}
        defaultValue={values['displayName']}
        autoComplete="nickname"
        maxLength={DISPLAY_NAME_MAX}
        required
      />
      <Field
        name="email"
        type="email"
        inputMode="email"
        label={signUp.email}
        hint={signUp.emailHint}
        error={fieldErrors['email']}
        defaultValue={values['email']}
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={EMAIL_MAX}
        required
      />
    </>
  );
}

/**
 * Whether the second password is the same as the first (spec 1, sections 6 and 8). Unknown on the server and without JavaScript, where
 * nothing could enable the button again: then the server compares them.
 */
function useConfirmation(form: { current: HTMLFormElement | null }) {
  const [confirmation, setConfirmation] = useState<'unknown' | 'empty' | 'differs' | 'same'>('unknown');
  const compare = () => {
    const data = new FormData(form.current ?? undefined);
    const confirm = data.get('confirm');
    setConfirmation(confirm === '' ? 'empty' : confirm === data.get('password') ? 'same' : 'differs');
  };
  // Check what was typed or autofilled before hydration.
  const initialCompare = useRef(compare);
  useEffect(() => initialCompare.current(), []);
  return { confirmation, compare };
}

/** Shows usernames in lowercase, as they are saved. Skipped during IME composition, where it would duplicate the text. */
function lowerCase(event: FormEvent<HTMLInputElement>): void {
  const input = event.currentTarget;
  const lower = input.value.toLowerCase();
  if (input.value === lower || (event.nativeEvent as InputEvent).isComposing) return;
  const { selectionStart, selectionEnd } = input;
  input.value = lower;
  input.setSelectionRange(selectionStart, selectionEnd);
}

/** The sentence with some of its words as links. They open in a new tab, so that nothing typed is lost. */
function withLinks(sentence: string, links: [word: string, to: string][]): ReactNode[] {
  const parts: ReactNode[] = [];
  let rest = sentence;
  for (const [word, to] of links) {
    const at = rest.indexOf(word);
    if (at === -1) continue;
    parts.push(
      rest.slice(0, at),
      <Link key={to} className="link" to={to} target="_blank">
        {word}
      </Link>,
    );
    rest = rest.slice(at + word.length);
  }
  return [...parts, rest];
}
