import { useEffect, useState, type FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { PasswordField } from '../../../../web/kit/field.tsx';
import { PASSWORD_MAX } from '../../../accounts/schema.ts';
import { NewPasswordField } from '../../../accounts/ui/new-password-field.tsx';
import { useFormErrors } from '../../../accounts/ui/use-form-errors.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import type { SecurityResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { NoScriptResult } from './no-script-result.tsx';
import '../../ui/settings.css';

type PasswordPanelProps = { hasPassword: boolean; answer: SecurityResult | undefined };

/** Change the password or, for players who sign in with Google, request a link to set one. */
export function PasswordPanel({ hasPassword, answer }: PasswordPanelProps) {
  const { password: words } = texts;
  return (
    <section className="panel" aria-labelledby="security-password">
      <h2 id="security-password">{words.title}</h2>
      <p className="settings-hint">{hasPassword ? words.lead : words.none}</p>
      {hasPassword ? (
        <PasswordForm answer={answer} />
      ) : (
        <SettingsForm name="password-link" tab="security" answer={answer} save={words.link} saving={words.linkBusy}>
          {() => null}
        </SettingsForm>
      )}
    </section>
  );
}

const FIELDS = ['current', 'password', 'confirm'] as const;

function PasswordForm({ answer }: Pick<PasswordPanelProps, 'answer'>) {
  const { password: words } = texts;
  const { fieldErrors, formProps } = useFormErrors('password', answer);
  const [isFilled, setFilled] = useState(false);
  // A new field after each change: it forgets how strong the last password was.
  const [changes, setChanges] = useState(0);
  const hydrated = useHydrated();
  const { formData } = useNavigation();
  const isBusy = formData?.get('do') === 'password';
  const form = formProps.ref;
  // Clear the password fields after success.
  useEffect(() => {
    if (!answer?.ok || answer.action !== 'password') return;
    form.current?.reset();
    setFilled(false);
    setChanges((count) => count + 1);
  }, [answer, form]);
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    formProps.onInput(event);
    const data = new FormData(event.currentTarget);
    setFilled(FIELDS.every((name) => data.get(name) !== ''));
  };
  const field = { show: words.show, hide: words.hide, maxLength: PASSWORD_MAX, required: true };
  return (
    <Form
      method="post"
      action="/settings?tab=security"
      replace
      preventScrollReset
      className="settings-form"
      {...formProps}
      onInput={onInput}
    >
      <NoScriptResult form="password" answer={answer} />
      <input type="hidden" name="do" value="password" />
      <PasswordField name="current" label={words.current} error={fieldErrors['current']} autoComplete="current-password" {...field} />
      <NewPasswordField key={changes} label={words.next} error={fieldErrors['password']} />
      <PasswordField name="confirm" label={words.confirm} error={fieldErrors['confirm']} autoComplete="new-password" {...field} />
      <div className="settings-act">
        <Button
          type="submit"
          variant="primary"
          // Without JavaScript nothing could enable the button again (spec 2, section 5).
          disabled={hydrated && !isFilled}
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          {isBusy ? words.busy : words.submit}
        </Button>
      </div>
    </Form>
  );
}
