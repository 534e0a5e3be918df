import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { BODY_MAX } from '../../schema.ts';
import type { MessageResult, MessageDetails, MessageAction } from '../schema.ts';
import { texts } from '../texts.ts';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';

type FormProps = { view: MessageDetails; answer: MessageResult | undefined };

/** The form to answer by email, below the previous answers. */
export function AnswerForm({ view: { message, answers, key }, answer }: FormProps) {
  return (
    // A new key resets the form after an answer was sent.
    <ActionForm key={answers.length} action="answer" name="text" hint={texts.answer.hint(message.email)} max={BODY_MAX} answer={answer}>
      <input type="hidden" name="key" value={key} />
      <input type="hidden" name="seen" value={answers.length} />
    </ActionForm>
  );
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
