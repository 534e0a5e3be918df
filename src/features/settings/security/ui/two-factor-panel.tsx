import { buttonClass, LinkButton } from '../../../../web/kit/button.tsx';
import { Field, PasswordField } from '../../../../web/kit/field.tsx';
import { useFocusFallback } from '../../../../web/kit/use-focus-fallback.ts';
import { PASSWORD_MAX } from '../../../accounts/schema.ts';
import { CodeField } from '../../../accounts/ui/code-field.tsx';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { formatKey } from '../rules.ts';
import type { SecurityResult, SecurityForm, SecurityView, TwoFactorSetup as TwoFactorSetupKey } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../ui/settings.css';
import './security.css';

type TwoFactorPanelProps = Pick<SecurityView, 'twoFactor' | 'hasPassword'> & { answer: SecurityResult | undefined };

/** Two-factor authentication: a setup in two steps, then its management. */
export function TwoFactorPanel({ twoFactor, hasPassword, answer }: TwoFactorPanelProps) {
  const { twoFactor: words } = texts;
  const codes = answer?.ok ? answer.codes : undefined;
  const heading = useFocusFallback<HTMLHeadingElement>(answer?.action?.startsWith('second-') ? answer : undefined, twoFactor);
  return (
    <section className="panel" aria-labelledby="security-second">
      <h2 id="security-second" {...heading}>
        {words.title}
      </h2>
      {codes && <BackupCodes codes={codes} />}
      {twoFactor !== null && !codes && <TwoFactorOn codesLeft={twoFactor.codesLeft} answer={answer} />}
      {twoFactor === null && answer?.setUp && <TwoFactorSetup setUp={answer.setUp} answer={answer} />}
      {twoFactor === null && !answer?.setUp && !codes && <TwoFactorOff hasPassword={hasPassword} answer={answer} />}
    </section>
  );
}

type ResultProps = { answer: SecurityResult | undefined };

function TwoFactorOff({ hasPassword, answer }: { hasPassword: boolean } & ResultProps) {
  const { twoFactor: words } = texts;
  return (
    <>
      <p className="settings-hint">{words.off}</p>
      {hasPassword ? (
        <PasswordConfirmForm name="second-begin" answer={answer} save={words.begin} saving={words.beginBusy} />
      ) : (
        <p className="settings-hint">{words.needsPassword}</p>
      )}
    </>
  );
}

function TwoFactorSetup({ setUp, answer }: { setUp: TwoFactorSetupKey } & ResultProps) {
  const { twoFactor: words } = texts;
  const { key, qrCode } = setUp;
  return (
    <>
      <p>{words.scan}</p>
      <svg
        className="two-factor-qr"
        viewBox={`0 0 ${qrCode.size} ${qrCode.size}`}
        role="img"
        aria-label={words.picture}
        shapeRendering="crispEdges"
      >
        <rect width={qrCode.size} height={qrCode.size} className="light" />
        <path d={qrCode.path} />
      </svg>
      <p>
        {words.type} <code className="two-factor-key">{formatKey(key)}</code>
      </p>
      <SettingsForm
        name="second-confirm"
        tab="security"
        answer={answer}
        save={words.confirm}
        saving={words.confirmBusy}
        aside={
          <LinkButton variant="soft" to="/settings?tab=security" preventScrollReset>
            {words.cancel}
          </LinkButton>
        }
      >
        {(fieldErrors) => (
          <>
            <input type="hidden" name="key" value={key} />
            <Field
              name="code"
              label={words.code}
              error={fieldErrors['code']}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={10}
              required
            />
          </>
        )}
      </SettingsForm>
    </>
  );
}

function TwoFactorOn({ codesLeft, answer }: { codesLeft: number } & ResultProps) {
  const { twoFactor: words } = texts;
  return (
    <>
      <p>
        {words.on} {words.left(codesLeft)}
      </p>
      <details className="two-factor-change" open={answer?.action === 'second-codes' || answer?.action === 'second-off' || codesLeft === 0}>
        <summary>{words.change}</summary>
        <PasswordConfirmForm
          name="second-codes"
          answer={answer}
          save={words.newCodes}
          saving={words.newBusy}
          variant="secondary"
          withCode
        />
        <PasswordConfirmForm name="second-off" answer={answer} save={words.turnOff} saving={words.offBusy} variant="danger" withCode />
      </details>
    </>
  );
}

function BackupCodes({ codes }: { codes: readonly string[] }) {
  const { twoFactor: words } = texts;
  return (
    <div className="two-factor-codes">
      <h3>{words.codesTitle}</h3>
      <p>{words.codesLead}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="settings-act">
        {/* A data URL: it works without JavaScript, and the codes are stored nowhere else. */}
        <a
          className={buttonClass({ variant: 'secondary' })}
          download="kiddo-backup-codes.txt"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(words.file(codes))}`}
        >
          {words.download}
        </a>
        <LinkButton variant="soft" to="/settings?tab=security" preventScrollReset>
          {words.kept}
        </LinkButton>
      </div>
    </div>
  );
}

type PasswordConfirmFormProps = ResultProps & {
  name: SecurityForm;
  save: string;
  saving: string;
  variant?: 'primary' | 'secondary' | 'danger';
  withCode?: boolean;
};

/** A form that asks for the password and, with `withCode`, for a code. */
function PasswordConfirmForm({ name, answer, withCode = false, ...words }: PasswordConfirmFormProps) {
  const { twoFactor, password } = texts;
  return (
    <SettingsForm name={name} tab="security" answer={answer} {...words}>
      {(fieldErrors) => (
        <>
          <PasswordField
            name="current"
            label={twoFactor.yourPassword}
            error={fieldErrors['current']}
            show={password.show}
            hide={password.hide}
            maxLength={PASSWORD_MAX}
            autoComplete="current-password"
            required
          />
          {withCode && <CodeField error={fieldErrors['code']} />}
        </>
      )}
    </SettingsForm>
  );
}
