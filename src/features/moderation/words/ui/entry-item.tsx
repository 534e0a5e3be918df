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
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const pendingForm = useNavigation().formData;
  const isPending = pendingForm?.get('list') === list && pendingForm.get('entry') === entry;
  const own = isAnswerFor(answer, one) ? answer : undefined;
  const rejection = own?.is === 'refused' ? own : null;
  const noteError = rejection?.field === 'note' ? rejection.error : null;
  const [error, setError] = useState(noteError);
  const [lastAnswer, setLastAnswer] = useState(own);
  if (lastAnswer !== own) {
    setLastAnswer(own);
    setError(noteError);
  }
  useEffect(() => {
    if (rejection?.field === 'note') form.current?.querySelector<HTMLElement>('[name="note"]')?.focus();
    if (own?.is !== 'done' || !details.current?.open) return;
    form.current?.reset();
    // The form closes: return the focus to the control that opened it.
    details.current.open = false;
    details.current.querySelector('summary')?.focus({ preventScroll: true });
  }, [own, rejection]);
  const action = state === 'taken' ? 'back' : 'take';
  return (
    <details ref={details} className="word-act" open={rejection !== null || undefined}>
      <summary>
        {texts.open[action]}
        <span className="aloud"> {entry}</span>
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
          error={error}
          defaultValue={rejection?.entryFields.note ?? ''}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={() => setError(null)}
        />
        {rejection && rejection.field !== 'note' && (
          <p className="field-fault" role="alert">
            {rejection.error}
          </p>
        )}
        <Button
          type="submit"
          name="do"
          value={action}
          variant={action === 'take' ? 'danger' : 'soft'}
          aria-disabled={isPending || undefined}
        >
          {isPending ? texts.busy : texts.open[action]}
        </Button>
      </Form>
    </details>
  );
}

/** Returns whether a result belongs to the form of this entry. */
function isAnswerFor(answer: WordsResult | undefined, one: EntryView): boolean {
  if (answer?.is === 'done') return answer.action !== 'add' && answer.list === one.list && answer.entry === one.entry;
  return (
    answer?.is === 'refused' && answer.action !== 'add' && answer.entryFields.list === one.list && answer.entryFields.entry === one.entry
  );
}
