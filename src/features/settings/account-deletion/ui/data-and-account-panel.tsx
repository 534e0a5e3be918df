import type { SubmitEvent } from 'react';
import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../../web/kit/button.tsx';
import { PasswordField } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { PASSWORD_MAX } from '../../../accounts/schema.ts';
import { urlForSettings } from '../../rules.ts';
import { texts } from '../texts.ts';
import '../../ui/settings.css';

/** Data export and account deletion. @param props.hasPassword false if the player signs in with Google only */
export function DataAndAccountPanel({ hasPassword }: { hasPassword: boolean }) {
  const { mine } = texts;
  return (
    <section className="panel" aria-labelledby="settings-mine">
      <h2 id="settings-mine">{mine.title}</h2>
      <p className="settings-hint">{mine.exportLead}</p>
      {hasPassword ? (
        <ExportForm />
      ) : (
        <Note>
          <p>{mine.exportNoPassword}</p>
          <Link to={urlForSettings('security')}>{mine.choosePassword}</Link>
        </Note>
      )}
      <p className="settings-hint">{mine.leaveLead}</p>
      <div className="settings-act">
        <LinkButton variant="danger" to="/settings/delete">
          {mine.leave}
        </LinkButton>
      </div>
    </section>
  );
}

/** A native form submission, because the response is a file download. */
function ExportForm() {
  const { mine, ask } = texts;
  return (
    <Form method="post" action="/settings/export" reloadDocument className="settings-form" onSubmit={resetLater}>
      <PasswordField
        name="current"
        label={mine.exportPassword}
        show={ask.show}
        hide={ask.hide}
        maxLength={PASSWORD_MAX}
        autoComplete="current-password"
        required
      />
      <div className="settings-act">
        <Button type="submit" variant="secondary">
          {mine.export}
        </Button>
      </div>
    </Form>
  );
}

/** The page stays while the file comes: the password must not stay in it. */
function resetLater({ currentTarget }: SubmitEvent<HTMLFormElement>): void {
  setTimeout(() => currentTarget.reset());
}
