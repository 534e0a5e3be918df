import { Form, useNavigation } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { PasswordField } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { PASSWORD_MAX } from '../../../accounts/schema.ts';
import { useFormErrors } from '../../../accounts/ui/use-form-errors.ts';
import type { DeleteAccountResult, DeleteAccountView } from '../schema.ts';
import { formatDay, texts } from '../texts.ts';
import '../../ui/settings.css';
import './account-deletion.css';

type DeleteAccountPageProps = { view: DeleteAccountView; token: string | null; answer: DeleteAccountResult | undefined };

/** Explains what deleting the account does, and asks for the password or the emailed link. */
export function DeleteAccountPage({ view, token, answer }: DeleteAccountPageProps) {
  const { ask } = texts;
  return (
    <div className="wrap section settings">
      <section className="panel leave">
        <h1>{ask.title}</h1>
        <ul className="leave-list">
          {ask.whatHappens(formatDay(view.deletesAt)).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {answer?.toast && (
          <noscript>
            <Note variant={answer.toast.kind} title={answer.toast.title}>
              <p>{answer.toast.text}</p>
            </Note>
          </noscript>
        )}
        {!view.hasPassword && (
          <Note variant={view.link === 'bad' ? 'bad' : 'plain'}>
            <p>{view.link === 'good' ? ask.linkGood : view.link === 'bad' ? ask.linkBad : ask.noPassword}</p>
          </Note>
        )}
        <DeletionForm view={view} token={token} answer={answer} />
      </section>
    </div>
  );
}

/** Asks for the password, sends the token of an opened link, or asks for a link. */
function DeletionForm({ view, token, answer }: DeleteAccountPageProps) {
  const { ask } = texts;
  const isLink = !view.hasPassword && view.link !== 'good';
  const name = isLink ? 'leave-link' : 'leave';
  const { fieldErrors, formProps } = useFormErrors(name, answer);
  const isBusy = useNavigation().formData?.get('do') === name;
  const [label, busy] = isLink ? [ask.link, ask.linkBusy] : [ask.submit, ask.busy];
  return (
    <Form method="post" action="/settings/delete" replace className="settings-form" {...formProps}>
      <input type="hidden" name="do" value={name} />
      {view.hasPassword && (
        <PasswordField
          name="current"
          label={ask.password}
          error={fieldErrors['current']}
          show={ask.show}
          hide={ask.hide}
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
          required
        />
      )}
      {!view.hasPassword && !isLink && token !== null && <input type="hidden" name="token" value={token} />}
      <div className="settings-act">
        <LinkButton variant="primary" to="/settings">
          {ask.keep}
        </LinkButton>
        <Button
          type="submit"
          variant={isLink ? 'secondary' : 'danger-solid'}
          aria-disabled={isBusy || undefined}
          onClick={(event) => isBusy && event.preventDefault()}
        >
          {isBusy ? busy : label}
        </Button>
      </div>
    </Form>
  );
}
