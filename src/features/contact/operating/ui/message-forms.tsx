import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { WordsField } from '../../../moderation/people/ui/words-field.tsx';
import { NOTE_MAX } from '../../../moderation/schema.ts';
import { BODY_MAX } from '../../limits/schema.ts';
import type { MessageAnswer, MessageCase, MessageDeed } from '../schema.ts';
import { texts } from '../texts.ts';

type FormProps = { view: MessageCase; answer: MessageAnswer | undefined };

/** Answering by mail: it stands below what was written so far. */
export function AnswerForm({ view: { message, answers, key }, answer }: FormProps) {
  return (
    // A new key is a new form: what was sent is not in it any more.
    <DeedForm key={answers.length} deed="answer" name="text" hint={texts.answer.hint(message.email)} max={BODY_MAX} answer={answer}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={answers.length} />
    </DeedForm>
  );
}

/** Ending it with a note for the team. */
export function CloseForm({ answer }: Pick<FormProps, 'answer'>) {
  return <DeedForm deed="close" name="note" hint={texts.close.hint} max={NOTE_MAX} answer={answer} />;
}

/** Tells in a toast what was done. */
export function useDoneToast(answer: MessageAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<MessageAnswer>(undefined);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    toast(texts.done[answer.deed]);
  }, [answer, toast]);
}

type DeedFormProps = {
  deed: MessageDeed;
  name: string;
  hint: string;
  max: number;
  answer: MessageAnswer | undefined;
  children?: ReactNode;
};

function DeedForm({ deed, name, hint, max, answer, children }: DeedFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const isBusy = useNavigation().formData?.get('do') === deed;
  const mine = answer && !answer.ok && answer.deed === deed ? answer : null;
  const [fault, setFault] = useState(mine?.fault ?? null);
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    setFault(mine?.fault ?? null);
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const words = texts[deed];
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem(name);
    const isEmpty = field instanceof HTMLTextAreaElement && field.value.trim() === '';
    if (!isBusy && !isEmpty) return;
    event.preventDefault();
    if (!isEmpty) return;
    setFault(words.needed);
    field.focus();
  };
  return (
    <section className={`panel message-${deed}`} aria-labelledby={`message-${deed}`}>
      <h2 id={`message-${deed}`}>{words.title}</h2>
      <Form ref={form} method="post" replace preventScrollReset className="decide" noValidate={hydrated} onSubmit={onSubmit}>
        {children}
        <WordsField
          name={name}
          label={words.field}
          hint={hint}
          fault={fault}
          typed={mine?.typed}
          maxLength={max}
          required
          onInput={() => setFault(null)}
        />
        <Button type="submit" name="do" value={deed} variant={deed === 'answer' ? 'primary' : 'soft'} aria-disabled={isBusy || undefined}>
          {isBusy ? texts.busy : words.send}
        </Button>
      </Form>
    </section>
  );
}

/** What became of it, for who has no script; what failed as such, for everybody. */
export function Answered({ answer }: { answer: MessageAnswer | undefined }) {
  if (!answer) return null;
  if (answer.ok) {
    return (
      <noscript>
        <Note variant="good" title={texts.done[answer.deed].title}>
          <p>{texts.done[answer.deed].text}</p>
        </Note>
      </noscript>
    );
  }
  if (answer.deed !== null) return null;
  return (
    <div role="alert">
      <Note variant="bad" title={texts.failedTitle}>
        <p>{answer.fault}</p>
      </Note>
    </div>
  );
}
