import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { BODY_MAX } from '../../schema.ts';
import type { MessageResult, MessageDetails, MessageAction } from '../schema.ts';
import { texts } from '../texts.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';

type FormProps = { view: MessageDetails; answer: MessageResult | undefined };

/** The form to answer by email, below the previous answers. */
export function AnswerForm({ view, answer }: FormProps) {
  const { message } = view;
  const { read, takeNewer } = useReadAnswers(view);
  return (
    // A new key resets the form after its answer was sent, and not because somebody else answered: then what is typed stays.
    <ActionForm key={read.key} action="answer" name="text" hint={texts.answer.hint(message.email)} max={BODY_MAX} answer={answer}>
      <input type="hidden" name="key" value={read.key} />
      <input type="hidden" name="seen" value={read.seen} />
      <div role="status">
        {takeNewer && (
          <Note title={texts.newer.title}>
            <p>{texts.newer.text}</p>
            <Button variant="secondary" size="sm" onClick={takeNewer}>
              {texts.newer.read}
            </Button>
          </Note>
        )}
      </div>
    </ActionForm>
  );
}

/**
 * The answers that the form's answer comes after: those that the page showed at first. An open page loads its data again by itself, for instance
 * after a break of the connection, and what came in by that has not been read because it is there.
 * @returns `read`, for the hidden fields; `takeNewer` if somebody else answered: from then on the answer comes after that one
 */
function useReadAnswers({ answers, key }: MessageDetails): { read: { key: string; seen: number }; takeNewer: (() => void) | null } {
  const [read, setRead] = useState({ key, seen: answers.length });
  // The answer of this form is there: it begins anew.
  if (answers.some(({ id }) => id === read.key)) setRead({ key, seen: answers.length });
  return { read, takeNewer: answers.length === read.seen ? null : () => setRead({ ...read, seen: answers.length }) };
}

/** The form to close a message with an internal note. */
export function CloseForm({ answer }: Pick<FormProps, 'answer'>) {
  return <ActionForm action="close" name="note" hint={texts.close.hint} max={NOTE_MAX} answer={answer} />;
}

type ActionFormProps = {
  action: MessageAction;
  /** The name of the text field. */
  name: 'text' | 'note';
  hint: string;
  max: number;
  answer: MessageResult | undefined;
  children?: ReactNode;
};

function ActionForm({ action, name, hint, max, answer, children }: ActionFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const isBusy = useNavigation().formData?.get('do') === action;
  const failure = answer?.ok === false ? answer : null;
  const fieldError = failure?.fieldErrors[name] ?? null;
  const [error, setError] = useState(fieldError);
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setError(fieldError);
  }
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
  }, [answer]);
  const labels = texts[action];
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const field = event.currentTarget.elements.namedItem(name);
    const isEmpty = field instanceof HTMLTextAreaElement && field.value.trim() === '';
    if (!isBusy && !isEmpty) return;
    event.preventDefault();
    if (!isEmpty) return;
    setError(labels.needed);
    field.focus();
  };
  return (
    <section className={`panel message-${action}`} aria-labelledby={`message-${action}`}>
      <h2 id={`message-${action}`}>{labels.title}</h2>
      <Form ref={form} method="post" replace preventScrollReset className="decide" noValidate={hydrated} onSubmit={onSubmit}>
        {children}
        <TextAreaField
          name={name}
          label={labels.field}
          hint={hint}
          error={error}
          defaultValue={failure?.values[name]}
          maxLength={max}
          required
          onInput={() => setError(null)}
        />
        <Button
          type="submit"
          name="do"
          value={action}
          variant={action === 'answer' ? 'primary' : 'soft'}
          multiline
          className="message-submit"
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? texts.busy : labels.send}
        </Button>
      </Form>
    </section>
  );
}
