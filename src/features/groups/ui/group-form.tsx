import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form } from 'react-router';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { SelectField } from '../../../web/kit/select.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { ConsentDoor } from '../../guardians/ui/consent-door.tsx';
import { mixBadge, toBadge } from '../badge/rules.ts';
import type { GroupBadge } from '../badge/schema.ts';
import { texts } from '../page.texts.ts';
import { urlForGroup } from '../form-actions.schema.ts';
import { GROUP_LIMITS, type GroupFormView } from '../schema.ts';
import { BackLink } from './back-link.tsx';
import { BadgeFields } from './badge-fields.tsx';
import { GroupBadgePicture } from './group-badge.tsx';
import './group-form.css';

type GroupFormProps = {
  /** Null for a new group. */
  id: string | null;
  view: GroupFormView;
  /** The badge that the form begins with. */
  badge: GroupBadge;
  answer: ActionFailure | undefined;
};

/** The form for a new group, or for a group's name, motto and badge. */
export function GroupForm({ id, view, badge: saved, answer }: GroupFormProps) {
  const words = texts.form;
  const { onSubmit, isBusy, form, fieldErrors, clearErrors } = useGroupForm(answer);
  const values = answer?.values ?? {};
  const start = { name: values['name'] ?? view.fields?.name ?? '', motto: values['motto'] ?? view.fields?.motto ?? '' };
  const [badge, setBadge] = useState(() => toBadge(values, saved));
  const [typed, setTyped] = useState(start);
  const [mixes, setMixes] = useState(0);
  const isLocked = id !== null && view.changesLeft === 0;
  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const data = new FormData(event.currentTarget);
    setTyped({ name: readText(data, 'name'), motto: readText(data, 'motto') });
  };
  return (
    <div className="wrap section group-form-page">
      <BackLink {...(id !== null && { to: urlForGroup(id), label: view.fields?.name })} />
      <h1>{id === null ? words.newTitle : words.editTitle}</h1>
      {!view.writesFreely && view.door !== null && (
        <ConsentDoor door={view.door} part="chat" returnPath={id === null ? '/groups/new' : urlForGroup(id, 'edit')} />
      )}
      <ResultNotice error={answer?.error ? { title: words.failedTitle, text: answer.error } : null} />
      <Form ref={form} method="post" className="group-form" noValidate onSubmit={onSubmit} onInput={onInput}>
        <div className="panel group-form-words">
          {view.writesFreely || isLocked ? (
            <FreeFields start={start} isLocked={isLocked} errors={fieldErrors} onChange={clearErrors} />
          ) : (
            <ListFields view={view} start={start} errors={fieldErrors} onChange={clearErrors} />
          )}
          {id !== null && <p className="muted group-form-hint">{view.isTakenAway ? words.takenAway : words.changes(view.changesLeft)}</p>}
        </div>
        <div className="panel group-form-look">
          <GroupBadgePicture badge={badge} size={144} className="group-form-badge" />
          <div className="group-form-names" aria-hidden="true">
            <p className="group-form-name" dir="auto">
              {typed.name.trim() || words.unnamed}
            </p>
            <p dir="auto">{typed.motto.trim()}</p>
          </div>
          <Button
            variant="soft"
            size="sm"
            className="needs-js"
            onClick={() => {
              setBadge(mixBadge(Math.random));
              setMixes(mixes + 1);
            }}
          >
            <Icon icon="dices" size="small" />
            {words.surprise}
          </Button>
          <p className="visually-hidden" aria-live="polite">
            {mixes > 0 && `${words.surprised} ${mixes}`}
          </p>
        </div>
        <div className="panel group-form-parts">
          <BadgeFields badge={badge} onChange={(change) => setBadge((now) => ({ ...now, ...change }))} />
        </div>
        <div className="panel group-form-end">
          <Button type="submit" variant="primary" size="lg" block aria-disabled={isBusy || undefined}>
            {isBusy ? words.making : id === null ? words.make : words.save}
          </Button>
          {id === null ? (
            <p className="muted group-form-hint">{words.next}</p>
          ) : (
            <LinkButton variant="soft" block to={urlForGroup(id)}>
              {words.cancel}
            </LinkButton>
          )}
        </div>
      </Form>
    </div>
  );
}

function readText(data: FormData, field: string): string {
  const value = data.get(field);
  return typeof value === 'string' ? value : '';
}

type FieldsProps = {
  start: { name: string; motto: string };
  errors: Partial<Record<string, string>>;
  onChange: () => void;
};

function FreeFields({ start, isLocked, errors, onChange }: FieldsProps & { isLocked: boolean }) {
  const words = texts.form;
  const shared = { autoComplete: 'off', dir: 'auto', readOnly: isLocked, onInput: onChange };
  return (
    <>
      <Field
        {...shared}
        name="name"
        label={words.name}
        hint={words.nameHint}
        error={errors['name']}
        defaultValue={start.name}
        minLength={GROUP_LIMITS.nameMin}
        maxLength={GROUP_LIMITS.nameMax}
        required
      />
      <Field
        {...shared}
        name="motto"
        label={words.optional}
        error={errors['motto']}
        defaultValue={start.motto}
        maxLength={GROUP_LIMITS.mottoMax}
      />
    </>
  );
}

/** Lists, for those who choose from what we wrote. A name that somebody else wrote stays until another one is chosen. */
function ListFields({ view: { names, mottos, fields }, start, errors, onChange }: FieldsProps & { view: GroupFormView }) {
  const words = texts.form;
  const toOptions = (list: readonly string[], present: string) =>
    [...(present === '' || list.includes(present) ? [] : [present]), ...list].map((value) => ({ value, label: value }));
  return (
    <>
      <p className="muted group-form-hint">{words.fromList}</p>
      <SelectField
        name="name"
        label={words.name}
        placeholder={words.chooseName}
        options={toOptions(names, fields?.name ?? '')}
        defaultValue={start.name}
        error={errors['name'] ?? null}
        onChange={onChange}
      />
      <SelectField
        name="motto"
        label={words.motto}
        placeholder={words.chooseMotto}
        options={toOptions(mottos, fields?.motto ?? '')}
        defaultValue={start.motto}
        error={errors['motto'] ?? null}
        onChange={onChange}
      />
    </>
  );
}

/** What the form element needs, and the errors of its fields: those from the server, and those that can be said before. */
function useGroupForm(answer: ActionFailure | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const { onSubmit: onSubmitOnce, isBusy } = usePending();
  const [own, setOwn] = useState<{ since: ActionFailure | undefined; errors: Partial<Record<string, string>> } | null>(null);
  const fieldErrors = own && own.since === answer ? own.errors : (answer?.fieldErrors ?? {});
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer, own]);
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const name = readText(new FormData(event.currentTarget), 'name').trim();
    const error = name === '' ? texts.form.empty : Array.from(name).length < GROUP_LIMITS.nameMin ? texts.form.short : null;
    if (error === null) return onSubmitOnce(event);
    event.preventDefault();
    setOwn({ since: answer, errors: { name: error } });
  };
  const clearErrors = () => {
    if (Object.keys(fieldErrors).length > 0) setOwn({ since: answer, errors: {} });
  };
  return { form, onSubmit, isBusy, fieldErrors, clearErrors };
}

function usePending() {
  const { onSubmit, of } = usePendingForm();
  return { onSubmit, isBusy: of('shape') !== null };
}
