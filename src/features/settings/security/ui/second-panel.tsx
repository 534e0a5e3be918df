import { LinkButton } from '../../../../web/kit/button.tsx';
import { Field, PasswordField } from '../../../../web/kit/field.tsx';
import { useFocusFallback } from '../../../../web/kit/use-kept-focus.ts';
import { PASSWORD_MAX } from '../../../accounts/limits/schema.ts';
import { SettingsForm } from '../../ui/settings-form.tsx';
import { inGroups } from '../rules.ts';
import type { SecurityAnswer, SecurityForm, SecurityView } from '../schema.ts';
import { texts } from '../texts.ts';

type SecondPanelProps = Pick<SecurityView, 'second' | 'hasPassword'> & { answer: SecurityAnswer | undefined };

/** The second step of signing in: set up in two steps, then looked after. */
export function SecondPanel({ second, hasPassword, answer }: SecondPanelProps) {
  const { second: words } = texts;
  const heading = useFocusFallback<HTMLHeadingElement>(answer?.form.startsWith('second-') ? answer : undefined, second);
  return (
    <section className="panel" aria-labelledby="security-second">
      <h2 id="security-second" {...heading}>
        {words.title}
      </h2>
      {answer?.codes && <Codes codes={answer.codes} />}
      {second !== null && !answer?.codes && <IsOn codesLeft={second.codesLeft} answer={answer} />}
      {second === null && answer?.setUp && <SetUp setUp={answer.setUp} answer={answer} />}
      {second === null && !answer?.setUp && !answer?.codes && <IsOff hasPassword={hasPassword} answer={answer} />}
    </section>
  );
}

type Answer = { answer: SecurityAnswer | undefined };

function IsOff({ hasPassword, answer }: { hasPassword: boolean } & Answer) {
  const { second: words } = texts;
  return (
    <>
      <p className="settings-hint">{words.off}</p>
      {hasPassword ? (
        <WithPassword name="second-begin" answer={answer} save={words.begin} saving={words.beginBusy} />
      ) : (
        <p className="settings-hint">{words.needsPassword}</p>
      )}
    </>
  );
}

function SetUp({ setUp, answer }: { setUp: NonNullable<SecurityAnswer['setUp']> } & Answer) {
  const { second: words } = texts;
  const { key, drawing } = setUp;
  return (
    <>
      <p>{words.scan}</p>
      <svg
        className="second-drawing"
        viewBox={`0 0 ${drawing.size} ${drawing.size}`}
        role="img"
        aria-label={words.picture}
        shapeRendering="crispEdges"
      >
        <rect width={drawing.size} height={drawing.size} className="light" />
        <path d={drawing.path} />
      </svg>
      <p>
        {words.type} <code className="second-key">{inGroups(key)}</code>
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
        {(faults) => (
          <>
            <input type="hidden" name="key" value={key} />
            <Field
              name="code"
              label={words.code}
              error={faults['code']}
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

function IsOn({ codesLeft, answer }: { codesLeft: number } & Answer) {
  const { second: words } = texts;
  return (
    <>
      <p>
        {words.on} {words.left(codesLeft)}
      </p>
      <details className="second-change" open={answer?.form === 'second-codes' || answer?.form === 'second-off' || codesLeft === 0}>
        <summary>{words.change}</summary>
        <WithPassword name="second-codes" answer={answer} save={words.newCodes} saving={words.newBusy} look="secondary" />
        <WithPassword name="second-off" answer={answer} save={words.turnOff} saving={words.offBusy} look="danger" />
      </details>
    </>
  );
}

function Codes({ codes }: { codes: readonly string[] }) {
  const { second: words } = texts;
  return (
    <div className="second-codes">
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
        {/* In the address itself: it works without a script, and the codes are nowhere else. */}
        <a
          className="btn secondary"
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

type WithPasswordProps = Answer & {
  name: SecurityForm;
  save: string;
  saving: string;
  look?: 'primary' | 'secondary' | 'danger';
};

/** A form that asks for the password. */
function WithPassword({ name, answer, ...words }: WithPasswordProps) {
  return (
    <SettingsForm name={name} tab="security" answer={answer} {...words}>
      {(faults) => (
        <PasswordField
          name="current"
          label={texts.second.yourPassword}
          error={faults['current']}
          show={texts.password.show}
          hide={texts.password.hide}
          maxLength={PASSWORD_MAX}
          autoComplete="current-password"
          required
        />
      )}
    </SettingsForm>
  );
}
