import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { cleanNote } from '../rules.ts';
import { NOTE_MAX, type CaseView, type ModerationAction, type ModerationAnswer } from '../schema.ts';
import { texts } from '../texts.ts';

const LOOKS: Record<ModerationAction, ButtonStyle['variant']> = {
  review: 'primary',
  dismiss: 'soft',
  'hide-game': 'danger',
  'restore-game': 'soft',
};
const ORDER: ModerationAction[] = ['review', 'dismiss', 'restore-game', 'hide-game'];

type DecideFormProps = {
  can: CaseView['can'];
  /** The moment of the newest report that is shown. */
  seen: string;
  answer: ModerationAnswer | undefined;
};

/** What can be done about a game, always with a note. Hiding it asks once more. */
export function DecideForm({ can, seen, answer }: DecideFormProps) {
  const id = useId();
  const hydrated = useHydrated();
  const { form, fault, typed, check, onInput } = useNote(answer);
  const [isAsking, setAsking] = useState(false);
  const sent = useNavigation().formData?.get('action');
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer.fault : null;
  useDoneToast(answer);

  const onSubmit = (event: FormEvent) => {
    // A second press while the first is on its way does nothing.
    if (sent || !check()) event.preventDefault();
    setAsking(false);
  };
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    if (!sent && check()) setAsking(true);
  };

  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      {answer?.ok && (
        <noscript>
          <Note variant="good" title={texts.done[answer.action].title}>
            <p>{texts.done[answer.action].text}</p>
          </Note>
        </noscript>
      )}
      {failed !== null && (
        <div role="alert">
          <Note variant="bad" title={texts.failed.title}>
            <p>{failed}</p>
          </Note>
        </div>
      )}
      <input type="hidden" name="seen" value={seen} />
      <div className="field">
        <label htmlFor={id}>{texts.note}</label>
        <textarea
          id={id}
          className="input text-area"
          name="note"
          rows={3}
          required
          maxLength={NOTE_MAX}
          defaultValue={typed}
          aria-invalid={fault ? true : undefined}
          aria-describedby={fault ? `${id}-fault` : undefined}
          onInput={onInput}
        />
        <div aria-live="polite">
          {fault && (
            <p id={`${id}-fault`} className="field-fault">
              <Icon icon={CircleAlert} size="small" />
              {fault}
            </p>
          )}
        </div>
      </div>
      <div className="decide-acts">
        {ORDER.filter((action) => can[action]).map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            variant={LOOKS[action]}
            // Not `disabled`: that would take the focus away from whoever pressed it with the keyboard.
            aria-disabled={sent ? true : undefined}
            onClick={action === 'hide-game' ? ask : undefined}
          >
            {sent === action ? texts.busy : texts.actions[action]}
          </Button>
        ))}
      </div>
      <Dialog open={isAsking} title={texts.hide.title} onClose={() => setAsking(false)}>
        <p>{texts.hide.text}</p>
        <div className="dialog-acts">
          <Button variant="primary" onClick={() => setAsking(false)}>
            {texts.hide.keep}
          </Button>
          <Button variant="danger-solid" type="submit" name="action" value="hide-game">
            {texts.actions['hide-game']}
          </Button>
        </div>
      </Dialog>
    </Form>
  );
}

/** The note: what is wrong with it by the server or before it is sent, and what was typed when it came back. */
function useNote(answer: ModerationAnswer | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const answered = answer && !answer.ok && answer.code === 'bad-input' ? answer.fault : null;
  const [fault, setFault] = useState(answered);
  const [seen, setSeen] = useState(answer);
  if (seen !== answer) {
    setSeen(answer);
    setFault(answered);
  }
  const field = () => form.current?.querySelector('textarea');

  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else if (answer?.code === 'bad-input') field()?.focus();
  }, [answer]);

  const check = () => {
    const wrong = cleanNote(field()?.value ?? '') === null;
    setFault(wrong ? texts.noteNeeded : null);
    if (wrong) field()?.focus();
    return !wrong;
  };
  return { form, fault, typed: answer && !answer.ok ? answer.note : '', check, onInput: () => setFault(null) };
}

function useDoneToast(answer: ModerationAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<ModerationAnswer>(undefined);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    toast(texts.done[answer.action]);
  }, [answer, toast]);
}
