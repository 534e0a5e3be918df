import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { ENTRY_MAX, type Confirmation, type FalsePositives, type WordListView, type WordsResult } from '../schema.ts';
import { toErrorNotice } from '../../texts.ts';
import { texts } from '../texts.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';
import './words.css';

type AddEntryFormProps = {
  lists: WordListView[];
  /** The selected list. */
  chosen: string | null;
  answer: WordsResult | undefined;
};

/** Adds an entry to a list. An entry that would block ordinary words needs confirmation. */
export function AddEntryForm({ lists, chosen, answer }: AddEntryFormProps) {
  const hydrated = useHydrated();
  const { form, failure, fieldErrors, clearError } = useAddResult(answer);
  const isPending = useNavigation().formData?.get('do') === 'add';
  const submitted = failure?.values ?? {};
  const onSubmit = (event: FormEvent) => {
    // Ignore a second submit while the first is in progress.
    if (isPending) event.preventDefault();
  };
  return (
    <section className="panel" aria-labelledby="words-add">
      <h2 id="words-add">{texts.add.title}</h2>
      <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="do" value="add" />
        <ResultNotice error={toErrorNotice(failure?.error ?? null)} />
        <ListField lists={lists} chosen={chosen} submitted={submitted.list} error={fieldErrors.list} onChange={() => clearError('list')} />
        <Field
          name="entry"
          label={texts.add.entry}
          hint={texts.add.entryHint}
          error={fieldErrors.entry ?? null}
          defaultValue={submitted.entry ?? ''}
          maxLength={ENTRY_MAX}
          required
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={() => clearError('entry')}
        />
        <EntrySyntaxHelp />
        <Field
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={fieldErrors.note ?? null}
          defaultValue={submitted.note ?? ''}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={() => clearError('note')}
        />
        <Button type="submit" variant="primary" multiline aria-disabled={isPending || undefined}>
          {isPending ? texts.busy : texts.add.button}
        </Button>
        {failure?.confirmation && <ConfirmAdd {...failure.confirmation} isPending={isPending} />}
      </Form>
    </section>
  );
}

type ListFieldProps = Pick<AddEntryFormProps, 'lists' | 'chosen'> & {
  submitted: string | undefined;
  error: string | undefined;
  onChange: () => void;
};

/** The list of the entry. When the page shows another list, that one is selected. */
function ListField({ lists, chosen, submitted, error, onChange }: ListFieldProps) {
  const [list, setList] = useState(submitted ?? chosen ?? '');
  const [lastChosen, setLastChosen] = useState(chosen);
  if (lastChosen !== chosen) {
    setLastChosen(chosen);
    if (chosen !== null) setList(chosen);
  }
  return (
    <>
      <Select
        name="list"
        label={texts.add.list}
        value={list}
        options={[
          { value: '', label: texts.add.choose },
          ...lists.map(({ name, kind, language }) => ({ value: name, label: texts.listName(kind, language) })),
        ]}
        onChange={(value) => {
          setList(value);
          onChange();
        }}
      />
      {error !== undefined && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </>
  );
}

/** The warning that an entry would block ordinary words, with the button to add it all the same. */
function ConfirmAdd({ confirm, falsePositives, isPending }: Confirmation & { isPending: boolean }) {
  return (
    <div className="words-harm" role="alert">
      <Note variant="bad" title={texts.confirmAdd.title}>
        <FalsePositiveList harm={falsePositives} />
      </Note>
      <Button type="submit" variant="danger" multiline name="confirm" value={confirm} aria-disabled={isPending || undefined}>
        {texts.confirmAdd.confirm}
      </Button>
    </div>
  );
}

function FalsePositiveList({ harm }: { harm: FalsePositives }) {
  return (
    <>
      <p>{texts.confirmAdd.text}</p>
      {(['sentences', 'names'] as const).map(
        (what) =>
          harm[what].length > 0 && (
            <div key={what}>
              <p>{texts.confirmAdd[what]}</p>
              <ul>
                {harm[what].map((text) => (
                  <li key={text}>
                    <code dir="auto">{text}</code>
                  </li>
                ))}
              </ul>
            </div>
          ),
      )}
    </>
  );
}

/** Explains the syntax of an entry. */
function EntrySyntaxHelp() {
  return (
    <details className="words-how">
      <summary>{texts.add.how}</summary>
      <dl>
        {texts.add.forms.map(([form, what]) => (
          <div key={form}>
            <dt>
              <code>{form}</code>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <p>{texts.add.advice}</p>
    </details>
  );
}

/** The failure of this form, and the field errors that remain while the moderator types. */
function useAddResult(answer: WordsResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const action = answer?.ok ? answer.action : answer?.values.do;
  const own = action === 'add' ? answer : undefined;
  const failure = own && !own.ok ? own : null;
  const [fieldErrors, setFieldErrors] = useState(failure?.fieldErrors ?? {});
  const [lastAnswer, setLastAnswer] = useState(own);
  if (lastAnswer !== own) {
    setLastAnswer(own);
    setFieldErrors(failure?.fieldErrors ?? {});
  }
  useEffect(() => {
    if (own?.ok) form.current?.reset();
    const [invalidField] = own && !own.ok ? Object.keys(own.fieldErrors) : [];
    if (invalidField !== undefined) form.current?.querySelector<HTMLElement>(`[name="${invalidField}"]`)?.focus();
  }, [own]);
  const clearError = (field: string) => setFieldErrors((before) => ({ ...before, [field]: undefined }));
  return { form, failure, fieldErrors, clearError };
}
