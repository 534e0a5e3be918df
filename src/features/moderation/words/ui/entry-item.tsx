import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { ENTRY_MAX, type EntryView, type WordListView, type WordsResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';
import './words.css';

type EntryItemProps = { wordEntry: EntryView; list: WordListView | undefined; answer: WordsResult | undefined };

/** One entry: its text, its state, and the possible action. */
export function EntryItem({ wordEntry, list, answer }: EntryItemProps) {
  const { entry, state } = wordEntry;
  return (
    <li className={state === 'taken' ? 'word taken' : 'word'}>
      <p className="word-line">
        <code dir="auto">{entry}</code>
        {state !== 'shipped' && <span className={`state-pill word-${state}`}>{texts.states[state]}</span>}
      </p>
      {list && <p className="word-place">{texts.listName(list.kind, list.language)}</p>}
      {entry.length > ENTRY_MAX ? <p className="word-place">{texts.tooLong}</p> : <EntryActionForm one={wordEntry} answer={answer} />}
    </li>
  );
}

/** Removes or restores an entry, with a note. */
function EntryActionForm({ one, answer }: { one: EntryView; answer: WordsResult | undefined }) {
  const { list, entry, state } = one;
  const hydrated = useHydrated();
  const { details, form, failure, noteError, clearNoteError } = useEntryResult(answer, one);
  const pendingForm = useNavigation().formData;
  const isPending = pendingForm?.get('list') === list && pendingForm.get('entry') === entry;
  const action = state === 'taken' ? 'back' : 'take';
  return (
    <details ref={details} className="word-act" open={failure !== null || undefined}>
      <summary>
        {texts.open[action]}
        <span className="visually-hidden"> {entry}</span>
      </summary>
      <Form
        ref={form}
        method="post"
        replace
        className="decide"
        noValidate={hydrated}
        preventScrollReset
        onSubmit={(event) => isPending && event.preventDefault()}
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="entry" value={entry} />
        <Field
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={noteError}
          defaultValue={failure?.values.note ?? ''}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={clearNoteError}
        />
        {failure && failure.fieldErrors.note === undefined && (
          <p className="field-error" role="alert">
            {failure.fieldErrors.list ?? failure.fieldErrors.entry ?? failure.error}
          </p>
        )}
        <Button
          type="submit"
          name="do"
          value={action}
          variant={action === 'take' ? 'danger' : 'soft'}
          multiline
          className="word-act-submit"
          aria-disabled={isPending || undefined}
        >
          {isPending ? texts.busy : texts.open[action]}
        </Button>
      </Form>
    </details>
  );
}

/** The failure of this entry's form, and the error of the note until the moderator types. After a success the form closes. */
function useEntryResult(answer: WordsResult | undefined, one: EntryView) {
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const own = isAnswerFor(answer, one) ? answer : undefined;
  const failure = own && !own.ok ? own : null;
  const answerError = failure?.fieldErrors.note ?? null;
  const [noteError, setNoteError] = useState(answerError);
  const [lastAnswer, setLastAnswer] = useState(own);
  if (lastAnswer !== own) {
    setLastAnswer(own);
    setNoteError(answerError);
  }
  useEffect(() => {
    if (answerError !== null) form.current?.querySelector<HTMLElement>('[name="note"]')?.focus();
    if (!own?.ok || !details.current?.open) return;
    form.current?.reset();
    // Return the focus to the control that opened the form.
    details.current.open = false;
    details.current.querySelector('summary')?.focus({ preventScroll: true });
  }, [own, answerError]);
  return { details, form, failure, noteError, clearNoteError: () => setNoteError(null) };
}

/** Returns whether a result belongs to the form of this entry. */
function isAnswerFor(answer: WordsResult | undefined, one: EntryView): boolean {
  if (!answer || (answer.ok && answer.action === 'try')) return false;
  const action = answer.ok ? answer.action : answer.values.do;
  const about = answer.ok ? answer : answer.values;
  return action !== 'add' && action !== 'try' && about.list === one.list && about.entry === one.entry;
}
