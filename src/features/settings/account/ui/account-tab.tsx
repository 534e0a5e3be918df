import { Link } from 'react-router';
import type { ActionFailure } from '../../../../shared/action-result.ts';
import { formatMonth } from '../../../../shared/date-format.ts';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { RadioGroup } from '../../../../web/kit/radio-group.tsx';
import { Field, PasswordField } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { DISPLAY_NAME_MAX, EMAIL_MAX, PASSWORD_MAX, USERNAME_MAX } from '../../../accounts/schema.ts';
import { CodeField } from '../../../accounts/ui/code-field.tsx';
import { urlForSettings } from '../../rules.ts';
import type { SettingsResult } from '../../schema.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import type { AccountView } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../ui/settings.css';

type TabProps = { view: AccountView; answer: SettingsResult | undefined };

/** The Account tab: names, avatar and email address (spec 2, section 2). */
export function AccountTab({ view, answer }: TabProps) {
  return (
    <>
      <section className="panel" aria-labelledby="settings-names">
        <h2 id="settings-names">{texts.names}</h2>
        <SettingsForm name="profile" tab="account" answer={answer} save={texts.save} saving={texts.saving}>
          {/* The key resets the fields after saving, to show the saved values: trimmed and lowercased. */}
          {(fieldErrors, values) => (
            <Names key={`${view.username} ${view.displayName}`} view={view} fieldErrors={fieldErrors} values={values} />
          )}
        </SettingsForm>
      </section>
      <section className="panel" aria-labelledby="settings-email">
        <h2 id="settings-email">{texts.changeEmail}</h2>
        <ChangeEmail view={view} answer={answer} />
      </section>
      {view.birthMonth !== null && (
        <section className="panel" aria-labelledby="settings-born">
          <h2 id="settings-born">{texts.born}</h2>
          <p>
            <b>{formatMonth(view.birthMonth)}</b>
          </p>
          <p className="muted">
            {texts.bornText}{' '}
            <Link className="link" to="/contact">
              {texts.writeToUs}
            </Link>
            .
          </p>
        </section>
      )}
    </>
  );
}

type NamesProps = { view: AccountView } & Pick<ActionFailure, 'fieldErrors' | 'values'>;

function Names({ view, fieldErrors, values }: NamesProps) {
  return (
    <>
      <Field
        name="username"
        label={texts.username}
        hint={usernameHint(view)}
        error={fieldErrors['username']}
        className="lower"
        defaultValue={values['username'] ?? view.username}
        maxLength={USERNAME_MAX}
        autoComplete="username"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        readOnly={view.renamesLeft === 0 && fieldErrors['username'] === undefined}
        required
      />
      <Field
        name="displayName"
        label={texts.displayName}
        hint={displayNameHint(view)}
        error={fieldErrors['displayName']}
        defaultValue={values['displayName'] ?? view.displayName}
        maxLength={DISPLAY_NAME_MAX}
        autoComplete="nickname"
        dir="auto"
        // What was typed stays in the field, and can be taken back.
        readOnly={view.displayNameChangesLeft === 0 && fieldErrors['displayName'] === undefined}
        required
      />
      <div className="settings-avatar">
        <Avatar src={view.avatar} size={84} />
        {view.hasAvatar ? (
          <AvatarChoice key={view.avatar} avatar={view.avatar} />
        ) : (
          <p>
            <Link className="link" to="/avatar-customization">
              {texts.customize}
            </Link>
          </p>
        )}
      </div>
      <Field name="email" type="email" label={texts.email} hint={`${texts.emailHint}. ${texts.emailBelow}`} value={view.email} readOnly />
    </>
  );
}

/** An empty avatar URL means no avatar (spec 2, section 5). */
function AvatarChoice({ avatar }: { avatar: string }) {
  return (
    <RadioGroup
      name="avatar"
      legend={texts.avatar}
      options={[
        { value: avatar, label: texts.avatarKeep },
        { value: '', label: texts.avatarNone },
      ]}
      initial={avatar}
    />
  );
}

function usernameHint({ renamesLeft, renameAllowedAt: renameFrom }: AccountView): string {
  if (renamesLeft === 0 && renameFrom !== null) return texts.usernameLater(renameFrom);
  return renamesLeft === 1 ? texts.usernameOnce : texts.usernameHint;
}

function displayNameHint({ displayNameChangesLeft: left, displayNameChangeAllowedAt: allowedAt }: AccountView): string {
  if (left === 0 && allowedAt !== null) return texts.displayNameLater(allowedAt);
  return left === 1 ? texts.displayNameOnce : texts.displayNameHint;
}

function ChangeEmail({ view, answer }: TabProps) {
  if (!view.hasPassword)
    return (
      <Note>
        <p>{texts.noPassword}</p>
        <Link to={urlForSettings('security')}>{texts.choosePassword}</Link>
      </Note>
    );
  return (
    <>
      <p className="settings-hint">{texts.changeLead}</p>
      {view.newEmail !== null && (
        <Note>
          <p>{texts.waiting(view.newEmail)}</p>
        </Note>
      )}
      <SettingsForm
        // The key empties the fields after submitting.
        key={view.newEmail}
        name="change-email"
        tab="account"
        answer={answer}
        save={texts.send}
        saving={texts.sending}
        variant="secondary"
      >
        {(fieldErrors, values) => (
          <>
            <Field
              name="email"
              type="email"
              label={texts.newEmail}
              error={fieldErrors['email']}
              defaultValue={values['email'] ?? ''}
              maxLength={EMAIL_MAX}
              autoComplete="email"
              required
            />
            <PasswordField
              name="password"
              label={texts.password}
              error={fieldErrors['password']}
              show={texts.show}
              hide={texts.hide}
              maxLength={PASSWORD_MAX}
              autoComplete="current-password"
              required
            />
            {view.hasTwoFactor && <CodeField error={fieldErrors['code']} />}
          </>
        )}
      </SettingsForm>
    </>
  );
}
