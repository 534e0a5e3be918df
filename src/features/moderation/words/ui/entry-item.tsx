import { useEffect, useRef, useState } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { NOTE_MAX } from '../../schema.ts';
import { ENTRY_MAX, type EntryView, type ListView, type WordsAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

type EntryItemProps = { one: EntryView; list: ListView | undefined; answer: WordsAnswer | undefined };

/** One entry: what it is, what moderators did with it, and what can be done now. */
export function EntryItem({ one, list, answer }: EntryItemProps) {
  const { entry, state } = one;
  return (
    <li className={state === 'taken' ? 'word taken' : 'word'}>
      <p className="word-line">
        <code dir="auto">{entry}</code>
        {state !== 'shipped' && <span className={`state-pill word-${state}`}>{texts.states[state]}</span>}
      </p>
      {list && <p className="word-place">{texts.listName(list.kind, list.language)}</p>}
      {entry.length > ENTRY_MAX ? <p className="word-place">{texts.tooLong}</p> : <ActForm one={one} answer={answer} />}
    </li>
  );
}

/** Takes an entry away, or puts it back, with a note. */
function ActForm({ one, answer }: { one: EntryView; answer: WordsAnswer | undefined }) {
  const { list, entry, state } = one;
  const hydrated = useHydrated();
  const details = useRef<HTMLDetailsElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const asked = useNavigation().formData;
  const sent = asked?.get('list') === list && asked.get('entry') === entry;
  const own = isAbout(answer, one) ? answer : undefined;
  const refused = own?.is === 'refused' ? own : null;
  const wrong = refused?.at === 'note' ? refused.fault : null;
  const [fault, setFault] = useState(wrong);
  const [seen, setSeen] = useState(own);
  if (seen !== own) {
    setSeen(own);
    setFault(wrong);
  }
  useEffect(() => {
    if (refused?.at === 'note') form.current?.querySelector<HTMLElement>('[name="note"]')?.focus();
    if (own?.is !== 'done' || !details.current?.open) return;
    form.current?.reset();
    // The form goes: who works with the keyboard goes on where it was opened.
    details.current.open = false;
    details.current.querySelector('summary')?.focus({ preventScroll: true });
  }, [own, refused]);
  const did = state === 'taken' ? 'back' : 'take';
  return (
    <details ref={details} className="word-act" open={refused !== null || undefined}>
      <summary>
        {texts.open[did]}
        <span className="aloud"> {entry}</span>
      </summary>
      <Form
        ref={form}
        method="post"
        replace
        className="decide"
        noValidate={hydrated}
        preventScrollReset
        onSubmit={(event) => sent && event.preventDefault()}
      >
        <input type="hidden" name="list" value={list} />
        <input type="hidden" name="entry" value={entry} />
        <Field
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={fault}
          defaultValue={refused?.typed.note ?? ''}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={() => setFault(null)}
        />
        {refused && refused.at !== 'note' && (
          <p className="field-fault" role="alert">
            {refused.fault}
          </p>
        )}
        <Button type="submit" name="do" value={did} variant={did === 'take' ? 'danger' : 'soft'} aria-disabled={sent || undefined}>
          {sent ? texts.busy : texts.open[did]}
        </Button>
      </Form>
    </details>
  );
}

/** Whether an answer is to the form of this entry. */
function isAbout(answer: WordsAnswer | undefined, one: EntryView): boolean {
  if (answer?.is === 'done') return answer.did !== 'add' && answer.list === one.list && answer.entry === one.entry;
  return answer?.is === 'refused' && answer.did !== 'add' && answer.typed.list === one.list && answer.typed.entry === one.entry;
}
