import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { ENTRY_MAX, type FalsePositives, type WordListView, type WordsResult } from '../schema.ts';
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
  const { form, own, fault: error, clear } = useAddResult(answer);
  const isPending = useNavigation().formData?.get('do') === 'add';
  const entryFields = own && own.is !== 'done' ? own.entryFields : { list: chosen ?? '', entry: '', note: '' };
  const [list, setList] = useState(entryFields.list);
  const [lastChosen, setLastChosen] = useState(chosen);
  if (lastChosen !== chosen) {
    setLastChosen(chosen);
    if (chosen !== null) setList(chosen);
  }
  const onSubmit = (event: FormEvent) => {
    // Ignore a second submit while the first is in progress.
    if (isPending) event.preventDefault();
  };
  return (
    <section className="panel" aria-labelledby="words-add">
      <h2 id="words-add">{texts.add.title}</h2>
      <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="do" value="add" />
        {error !== null && error.field === null && (
          <div role="alert">
            <Note variant="bad" title={teamTexts.failed.title}>
              <p>{error.text}</p>
            </Note>
          </div>
        )}
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
            clear('list');
          }}
        />
        {error?.field === 'list' && (
          <p className="field-fault" role="alert">
            {error.text}
          </p>
        )}
        <Field
          name="entry"
          label={texts.add.entry}
          hint={texts.add.entryHint}
          error={error?.field === 'entry' ? error.text : null}
          defaultValue={entryFields.entry}
          maxLength={ENTRY_MAX}
          required
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={() => clear('entry')}
        />
        <EntrySyntaxHelp />
        <Field
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={error?.field === 'note' ? error.text : null}
          defaultValue={entryFields.note}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={() => clear('note')}
        />
        <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
          {isPending ? texts.busy : texts.add.button}
        </Button>
        {own?.is === 'asking' && (
          <div className="words-harm" role="alert">
            <Note variant="bad" title={texts.confirmAdd.title}>
              <FalsePositiveList harm={own.falsePositives} />
            </Note>
            <Button type="submit" variant="danger" name="confirm" value={own.confirm} aria-disabled={isPending || undefined}>
              {texts.confirmAdd.confirm}
            </Button>
          </div>
        )}
      </Form>
    </section>
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

type AddResult = Extract<WordsResult, { is: 'done' | 'asking' | 'refused' }>;
type FormError = { field: Extract<WordsResult, { is: 'refused' }>['field']; text: string };

/** The result of this form, and the remaining error. */
function useAddResult(answer: WordsResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const own = getAddResult(answer);
  const [error, setError] = useState(() => getFormError(own));
  const [lastAnswer, setLastAnswer] = useState(own);
  if (lastAnswer !== own) {
    setLastAnswer(own);
    setError(getFormError(own));
  }
  useEffect(() => {
    if (own?.is === 'done') form.current?.reset();
    const invalidField = getFormError(own)?.field ?? null;
    if (invalidField !== null) form.current?.querySelector<HTMLElement>(`[name="${invalidField}"]`)?.focus();
  }, [own]);
  const clear = (at: FormError['field']) => setError((before) => (before?.field === at ? null : before));
  return { form, own, fault: error, clear };
}

function getAddResult(answer: WordsResult | undefined): AddResult | undefined {
  if (answer?.is === 'asking') return answer;
  return (answer?.is === 'done' || answer?.is === 'refused') && answer.action === 'add' ? answer : undefined;
}

function getFormError(own: AddResult | undefined): FormError | null {
  return own?.is === 'refused' ? { field: own.field, text: own.error } : null;
}
