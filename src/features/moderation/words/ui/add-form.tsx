import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Field } from '../../../../web/kit/field.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { NOTE_MAX } from '../../schema.ts';
import { texts as teamTexts } from '../../texts.ts';
import { ENTRY_MAX, type Harm, type ListView, type WordsAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

type AddFormProps = {
  lists: ListView[];
  /** The list that is shown. */
  chosen: string | null;
  answer: WordsAnswer | undefined;
};

/** Adds an entry to a list. One that would refuse ordinary words asks once more. */
export function AddForm({ lists, chosen, answer }: AddFormProps) {
  const hydrated = useHydrated();
  const { form, own, fault, clear } = useAnswer(answer);
  const sent = useNavigation().formData?.get('do') === 'add';
  const typed = own && own.is !== 'done' ? own.typed : { list: chosen ?? '', entry: '', note: '' };
  const [list, setList] = useState(typed.list);
  const [seen, setSeen] = useState(chosen);
  if (seen !== chosen) {
    setSeen(chosen);
    if (chosen !== null) setList(chosen);
  }
  const onSubmit = (event: FormEvent) => {
    // A second press while the first is on its way does nothing.
    if (sent) event.preventDefault();
  };
  return (
    <section className="panel" aria-labelledby="words-add">
      <h2 id="words-add">{texts.add.title}</h2>
      <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
        <input type="hidden" name="do" value="add" />
        {fault !== null && fault.at === null && (
          <div role="alert">
            <Note variant="bad" title={teamTexts.failed.title}>
              <p>{fault.text}</p>
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
        {fault?.at === 'list' && (
          <p className="field-fault" role="alert">
            {fault.text}
          </p>
        )}
        <Field
          name="entry"
          label={texts.add.entry}
          hint={texts.add.entryHint}
          error={fault?.at === 'entry' ? fault.text : null}
          defaultValue={typed.entry}
          maxLength={ENTRY_MAX}
          required
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          onInput={() => clear('entry')}
        />
        <How />
        <Field
          name="note"
          label={texts.note}
          hint={texts.noteHint}
          error={fault?.at === 'note' ? fault.text : null}
          defaultValue={typed.note}
          maxLength={NOTE_MAX}
          required
          dir="auto"
          autoComplete="off"
          onInput={() => clear('note')}
        />
        <Button type="submit" variant="primary" aria-disabled={sent || undefined}>
          {sent ? texts.busy : texts.add.button}
        </Button>
        {own?.is === 'asking' && (
          <div className="words-harm" role="alert">
            <Note variant="bad" title={texts.ask.title}>
              <Ordinary harm={own.harm} />
            </Note>
            <Button type="submit" variant="danger" name="confirm" value={own.confirm} aria-disabled={sent || undefined}>
              {texts.ask.confirm}
            </Button>
          </div>
        )}
      </Form>
    </section>
  );
}

function Ordinary({ harm }: { harm: Harm }) {
  return (
    <>
      <p>{texts.ask.text}</p>
      {(['sentences', 'names'] as const).map(
        (what) =>
          harm[what].length > 0 && (
            <div key={what}>
              <p>{texts.ask[what]}</p>
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

/** The forms that an entry may have. */
function How() {
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

type Own = Extract<WordsAnswer, { is: 'done' | 'asking' | 'refused' }>;
type Fault = { at: Extract<WordsAnswer, { is: 'refused' }>['at']; text: string };

/** What was answered to this form, and what is still wrong. */
function useAnswer(answer: WordsAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const own = ownOf(answer);
  const [fault, setFault] = useState(() => faultOf(own));
  const [seen, setSeen] = useState(own);
  if (seen !== own) {
    setSeen(own);
    setFault(faultOf(own));
  }
  useEffect(() => {
    if (own?.is === 'done') form.current?.reset();
    const wrong = faultOf(own)?.at ?? null;
    if (wrong !== null) form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
  }, [own]);
  const clear = (at: Fault['at']) => setFault((before) => (before?.at === at ? null : before));
  return { form, own, fault, clear };
}

function ownOf(answer: WordsAnswer | undefined): Own | undefined {
  if (answer?.is === 'asking') return answer;
  return (answer?.is === 'done' || answer?.is === 'refused') && answer.did === 'add' ? answer : undefined;
}

function faultOf(own: Own | undefined): Fault | null {
  return own?.is === 'refused' ? { at: own.at, text: own.fault } : null;
}
