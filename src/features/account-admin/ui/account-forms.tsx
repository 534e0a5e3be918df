import { useState } from 'react';
import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Checkbox, Field } from '../../../web/kit/field.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { Select } from '../../../web/kit/select.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { GRAVE_ACTIONS, urlForAccountExport, type AccountAction, type AccountActionResult, type AccountView } from '../schema.ts';
import { texts } from '../texts.ts';
import { ProofField } from '../../../web/kit/proof-field.tsx';
import '../../../web/staff.css';

type FormAction = Exclude<AccountAction, 'show-address'>;
type AccountFormProps = { action: FormAction; view: AccountView; answer: AccountActionResult | undefined };

/** One action on an account with its reason; a grave one asks for the second step again. */
export function AccountForm({ action, view, answer }: AccountFormProps) {
  const pendingForm = usePendingForm();
  const [changedSince, setChangedSince] = useState<AccountActionResult>();
  const failure = answer && !answer.ok && answer.values['do'] === action ? answer : null;
  const errors = failure !== null && changedSince !== answer ? failure.fieldErrors : {};
  const hasFieldErrors = failure !== null && Object.keys(failure.fieldErrors).length > 0;
  const onInput = () => setChangedSince(answer);
  const words = texts.forms[action];
  const isGrave = GRAVE_ACTIONS.includes(action);
  return (
    <section className="panel" aria-labelledby={`account-${action}`}>
      <h2 id={`account-${action}`}>{words.title}</h2>
      <Form method="post" replace preventScrollReset className="decide" onSubmit={pendingForm.onSubmit}>
        <ResultNotice error={failure && !hasFieldErrors ? { title: texts.failedTitle, text: failure.error ?? texts.failed } : null} />
        <p className="muted">{words.lead}</p>
        {action === 'rename' && <NameFields view={view} values={failure?.values ?? {}} />}
        {action === 'set-role' && <RoleField view={view} />}
        {action === 'replace-guardian' && <GuardianFields view={view} errors={errors} values={failure?.values ?? {}} onInput={onInput} />}
        <NoteField error={errors['note'] ?? null} defaultValue={failure?.values['note'] ?? ''} onInput={onInput} />
        {isGrave && <ProofField proof={view.proof} error={errors[view.proof] ?? null} required onInput={onInput} />}
        <div className="decide-acts">
          <Button
            type="submit"
            name="do"
            value={action}
            variant={isGrave ? 'danger' : 'secondary'}
            multiline
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === action ? texts.busy : words.button}
          </Button>
        </div>
      </Form>
    </section>
  );
}

/** Downloads what the account has. A native form submission, because the response is a file. */
export function ExportForm({ view }: { view: AccountView }) {
  return (
    <section className="panel" aria-labelledby="account-export">
      <h2 id="account-export">{texts.export.title}</h2>
      <Form method="post" action={urlForAccountExport(view.id)} reloadDocument className="decide">
        <p className="muted">{texts.export.lead}</p>
        <NoteField error={null} defaultValue="" onInput={() => {}} />
        <ProofField proof={view.proof} error={null} required onInput={() => {}} />
        <div className="decide-acts">
          <Button type="submit" variant="secondary" multiline>
            {texts.export.button}
          </Button>
        </div>
      </Form>
    </section>
  );
}

function NameFields({ view, values }: { view: AccountView; values: Partial<Record<string, string>> }) {
  return (
    <>
      <input type="hidden" name="shownUsername" value={view.username} />
      <input type="hidden" name="shownDisplayName" value={view.displayName} />
      <Field
        name="username"
        label={texts.username}
        defaultValue={values['username'] ?? view.username}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field
        name="displayName"
        label={texts.displayName}
        defaultValue={values['displayName'] ?? view.displayName}
        autoComplete="off"
        required
      />
    </>
  );
}

type GuardianFieldsProps = {
  view: AccountView;
  errors: Partial<Record<string, string>>;
  values: Partial<Record<string, string>>;
  onInput: () => void;
};

/** The new address, twice, and what to look at before it is asked to decide for a child. */
function GuardianFields({ view: { openCases }, errors, values, onInput }: GuardianFieldsProps) {
  const field = { type: 'email', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, required: true, onInput } as const;
  const { owners = '' } = values;
  const words = texts.openCases;
  return (
    <>
      <p>{texts.steps}</p>
      {openCases.report && <Note variant="bad">{words.report}</Note>}
      {openCases.help && <Note variant="bad">{words.help}</Note>}
      {!openCases.report && !openCases.help && <p>{words.none}</p>}
      <Field {...field} name="email" label={texts.email} error={errors['email'] ?? null} defaultValue={values['email'] ?? ''} />
      <Field
        {...field}
        name="emailAgain"
        label={texts.emailAgain}
        error={errors['emailAgain'] ?? null}
        defaultValue={values['emailAgain'] ?? ''}
      />
      {owners !== '' && (
        <>
          {errors['owners'] && (
            <div role="alert">
              <Note variant="bad">{errors['owners']}</Note>
            </div>
          )}
          <Checkbox key={owners} name="owners" value={owners} label={texts.owners(owners)} defaultChecked={!errors['owners']} />
        </>
      )}
    </>
  );
}

function RoleField({ view }: { view: AccountView }) {
  const [role, setRole] = useState<string>(view.role);
  const options = Object.entries(texts.roles).map(([value, label]) => ({ value, label }));
  return <Select name="role" label={texts.role} options={options} value={role} onChange={setRole} />;
}

type InputProps = { error: string | null; onInput: () => void };

function NoteField({ defaultValue, ...input }: InputProps & { defaultValue: string }) {
  return (
    <TextAreaField
      name="note"
      label={texts.note}
      hint={texts.noteHint}
      maxLength={NOTE_MAX}
      defaultValue={defaultValue}
      required
      {...input}
    />
  );
}
