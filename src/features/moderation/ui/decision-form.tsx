import { CircleAlert } from 'lucide-react';
import { useEffect, useId, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { type GameCase, type ModerationAction, type ModerationResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { parseNote, NOTE_MAX } from '../../audit-log/schema.ts';
import '../../../web/staff.css';

const BUTTON_VARIANTS: Record<ModerationAction, ButtonStyle['variant']> = {
  review: 'primary',
  dismiss: 'soft',
  'hide-game': 'danger',
  'restore-game': 'soft',
};
const ACTION_ORDER: ModerationAction[] = ['review', 'dismiss', 'restore-game', 'hide-game'];

type DecisionFormProps = {
  can: GameCase['can'];
  /** Creation time of the newest report shown. */
  newestReportAt: string;
  answer: ModerationResult | undefined;
};

/** The actions on a game, always with a note. Hiding asks for confirmation. */
export function DecisionForm({ can, newestReportAt, answer }: DecisionFormProps) {
  const id = useId();
  const hydrated = useHydrated();
  const { form, fault: error, submittedNote, check: validate, onInput } = useNoteField(answer);
  const [isConfirming, setConfirming] = useState(false);
  const pendingAction = useNavigation().formData?.get('action');
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer.error : null;
  useSuccessToast(answer);

  const onSubmit = (event: FormEvent) => {
    // Ignore a second submit while the first is in progress.
    if (pendingAction || !validate()) event.preventDefault();
    setConfirming(false);
  };
  const openConfirmDialog = (event: MouseEvent) => {
    event.preventDefault();
    if (!pendingAction && validate()) setConfirming(true);
  };

  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      {answer?.ok && (
        <noscript>
          <Note variant="good" title={texts.successToasts[answer.action].title}>
            <p>{texts.successToasts[answer.action].text}</p>
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
      <input type="hidden" name="seen" value={newestReportAt} />
      <div className="field">
        <label htmlFor={id}>{texts.note}</label>
        <textarea
          id={id}
          className="input text-area"
          name="note"
          rows={3}
          required
          maxLength={NOTE_MAX}
          defaultValue={submittedNote}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-fault` : undefined}
          onInput={onInput}
        />
        <div aria-live="polite">
          {error && (
            <p id={`${id}-fault`} className="field-fault">
              <Icon icon={CircleAlert} size="small" />
              {error}
            </p>
          )}
        </div>
      </div>
      <div className="decide-acts">
        {ACTION_ORDER.filter((action) => can[action]).map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            variant={BUTTON_VARIANTS[action]}
            // Not `disabled`: that would remove the focus from the button for keyboard users.
            aria-disabled={pendingAction ? true : undefined}
            onClick={action === 'hide-game' ? openConfirmDialog : undefined}
          >
            {pendingAction === action ? texts.busy : texts.actions[action]}
          </Button>
        ))}
      </div>
      <Dialog open={isConfirming} title={texts.confirmHide.title} onClose={() => setConfirming(false)}>
        <p>{texts.confirmHide.text}</p>
        <div className="dialog-acts">
          <Button variant="primary" onClick={() => setConfirming(false)}>
            {texts.confirmHide.cancel}
          </Button>
          <Button variant="danger-solid" type="submit" name="action" value="hide-game">
            {texts.actions['hide-game']}
          </Button>
        </div>
      </Dialog>
    </Form>
  );
}

/** State of the note field: validation errors from the browser or the server, and the submitted value after an error. */
function useNoteField(answer: ModerationResult | undefined) {
  const form = useRef<HTMLFormElement>(null);
  const answerError = answer && !answer.ok && answer.code === 'bad-input' ? answer.error : null;
  const [error, setError] = useState(answerError);
  const [lastAnswer, setLastAnswer] = useState(answer);
  if (lastAnswer !== answer) {
    setLastAnswer(answer);
    setError(answerError);
  }
  const field = () => form.current?.querySelector('textarea');

  useEffect(() => {
    if (answer?.ok) form.current?.reset();
    else if (answer?.code === 'bad-input') field()?.focus();
  }, [answer]);

  const validate = () => {
    const isInvalid = parseNote(field()?.value ?? '') === null;
    setError(isInvalid ? texts.noteRequired : null);
    if (isInvalid) field()?.focus();
    return !isInvalid;
  };
  return { form, fault: error, submittedNote: answer && !answer.ok ? answer.note : '', check: validate, onInput: () => setError(null) };
}

function useSuccessToast(answer: ModerationResult | undefined): void {
  const toast = useToast();
  const shownAnswer = useRef<ModerationResult>(undefined);
  useEffect(() => {
    if (!answer?.ok || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    toast(texts.successToasts[answer.action]);
  }, [answer, toast]);
}
