import { useId, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { NOTE_MAX } from '../../audit-log/schema.ts';
import { hasNewerReport } from '../rules.ts';
import { type GameCase, type ModerationAction, type ModerationResult } from '../schema.ts';
import { texts, toErrorNotice } from '../texts.ts';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { NewerNotice } from './newer-notice.tsx';
import { useNoteField } from './use-note-field.ts';
import { useReadState } from './use-read-state.ts';
import '../../../web/staff.css';

const BUTTON_VARIANTS: Record<ModerationAction, ButtonStyle['variant']> = {
  dismiss: 'soft',
  'hide-game': 'danger',
  'restore-game': 'soft',
};
const ACTION_ORDER: ModerationAction[] = ['dismiss', 'restore-game', 'hide-game'];

type DecisionFormProps = {
  can: GameCase['can'];
  /** Creation time of the newest report shown; where none is shown, when the page was read. */
  newestReportAt: string;
  hasReports: boolean;
  answer: ModerationResult | undefined;
};

/** The actions on a game, always with a note. Hiding asks for confirmation. */
export function DecisionForm({ can, newestReportAt, hasReports, answer }: DecisionFormProps) {
  const hydrated = useHydrated();
  const { read, takeNewer } = useReadState({ seen: newestReportAt, hasReports }, hasNewerReport);
  const { form, error, submittedNote, validate, clearError } = useNoteField(answer);
  const [isConfirming, setConfirming] = useState(false);
  const pendingAction = useNavigation().formData?.get('action');
  const toast = answer?.ok ? texts.successToasts[answer.action] : null;
  useResultToast(answer, toast);

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
      <ResultNotice toast={toast} error={toErrorNotice(getFormError(answer))} />
      <input type="hidden" name="seen" value={read.seen} />
      <NoteField error={error} defaultValue={submittedNote} onInput={clearError} />
      <NewerNotice onRead={takeNewer} />
      <div className="decide-acts">
        {ACTION_ORDER.filter((action) => can[action]).map((action) => (
          <Button
            key={action}
            type="submit"
            name="action"
            value={action}
            variant={BUTTON_VARIANTS[action]}
            multiline
            // Not `disabled`: that would remove the focus from the button for keyboard users.
            aria-disabled={pendingAction ? true : undefined}
            onClick={action === 'hide-game' ? openConfirmDialog : undefined}
          >
            {pendingAction === action ? texts.busy : texts.actions[action]}
          </Button>
        ))}
      </div>
      <ConfirmHideDialog isOpen={isConfirming} onClose={() => setConfirming(false)} />
    </Form>
  );
}

/** The error that the note field does not show. */
function getFormError(answer: ModerationResult | undefined): string | null {
  if (!answer || answer.ok || answer.fieldErrors.note !== undefined) return null;
  return answer.error ?? texts.failed.text;
}

function NoteField({ error, defaultValue, onInput }: { error: string | null; defaultValue: string; onInput: () => void }) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{texts.note}</label>
      <textarea
        id={id}
        className="input text-area"
        name="note"
        rows={3}
        required
        maxLength={NOTE_MAX}
        defaultValue={defaultValue}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-fault` : undefined}
        onInput={onInput}
      />
      <div aria-live="polite">
        {error && (
          <p id={`${id}-fault`} className="field-error">
            <Icon icon="circle-exclamation-point" size="small" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}

/** Inside of the form, because its button submits it. */
function ConfirmHideDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} title={texts.confirmHide.title} onClose={onClose}>
      <p>{texts.confirmHide.text}</p>
      <div className="dialog-acts">
        <Button variant="primary" onClick={onClose}>
          {texts.confirmHide.cancel}
        </Button>
        <Button variant="danger-solid" type="submit" name="action" value="hide-game">
          {texts.actions['hide-game']}
        </Button>
      </div>
    </Dialog>
  );
}
