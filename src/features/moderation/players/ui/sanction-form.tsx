import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { getNewestCreatedAt } from '../../rules.ts';
import { texts as teamTexts } from '../../texts.ts';
import { requiresConfirmation, requiresExplanation, EXPLANATION_MAX } from '../rules.ts';
import { PLAYER_ACTIONS, type PlayerAction, type PlayerActionResult, type PlayerCase } from '../schema.ts';
import { presets, texts } from '../texts.ts';
import { useSanctionFields } from './use-sanction-fields.ts';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';
import './player-report.css';
import './player-case.css';

const BUTTON_VARIANTS: Record<PlayerAction, ButtonStyle['variant']> = {
  dismiss: 'soft',
  warn: 'primary',
  'mute-1h': 'secondary',
  'mute-24h': 'secondary',
  'mute-7d': 'secondary',
  ban: 'danger',
  lift: 'soft',
};
const MUTE_ACTIONS: PlayerAction[] = ['mute-1h', 'mute-24h', 'mute-7d'];
const ACTIONS_BEFORE_MUTES: PlayerAction[] = ['dismiss', 'warn'];
const ACTIONS_AFTER_MUTES: PlayerAction[] = ['ban', 'lift'];

type SanctionFormProps = { view: PlayerCase; answer: PlayerActionResult | undefined };

/** The actions on a player, with an explanation for the player and a note. A ban and a mute of a week ask for confirmation. */
export function SanctionForm({ view, answer }: SanctionFormProps) {
  const { can, player, reports } = view;
  const hydrated = useHydrated();
  const { form, faults: fieldErrors, typed, check: validate, begin: insertPreset, why, onInput } = useSanctionFields(answer);
  const [confirmation, setConfirmation] = useState<{ action: 'mute-7d' | 'ban'; why: string } | null>(null);
  const pendingAction = useNavigation().formData?.get('action');
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer.error : null;
  useSuccessToast(answer);
  if (!PLAYER_ACTIONS.some((action) => can[action]))
    return (
      <>
        <ResultNotice answer={answer} failed={failed} />
        <p className="muted">{texts.nothing}</p>
      </>
    );

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const action = PLAYER_ACTIONS.find((each) => each === button?.value);
    // Ignore a second submit while the first is in progress.
    if (pendingAction || !action || !validate(action)) event.preventDefault();
    setConfirmation(null);
  };
  const openConfirmDialog = (event: MouseEvent, action: 'mute-7d' | 'ban') => {
    event.preventDefault();
    if (!pendingAction && validate(action)) setConfirmation({ action, why: why() });
  };
  const button = (action: PlayerAction) => (
    <Button
      key={action}
      type="submit"
      name="action"
      value={action}
      variant={BUTTON_VARIANTS[action]}
      // Not `disabled`: that would remove the focus from the button for keyboard users.
      aria-disabled={pendingAction ? true : undefined}
      onClick={requiresConfirmation(action) ? (event) => openConfirmDialog(event, action) : undefined}
    >
      {pendingAction === action ? teamTexts.busy : texts.actions[action]}
    </Button>
  );
  const mutes = MUTE_ACTIONS.filter((action) => can[action]);
  const needsExplanation = PLAYER_ACTIONS.some((action) => can[action] && requiresExplanation(action));
  // Presets that match the reported reasons come first.
  const reasons = new Set(reports.filter(({ state }) => state === 'new' || state === 'reviewing').map(({ reason }) => reason));
  const countMatches = (preset: (typeof presets)[number]) => Number(preset.reasons.some((each) => reasons.has(each)));
  const sortedPresets = presets.toSorted((one, other) => countMatches(other) - countMatches(one));
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      <ResultNotice answer={answer} failed={failed} />
      <input type="hidden" name="seen" value={getNewestCreatedAt(reports)} />
      {needsExplanation ? (
        <TextAreaField
          name="why"
          label={texts.why}
          hint={texts.whyHint}
          error={fieldErrors.why}
          maxLength={EXPLANATION_MAX}
          defaultValue={typed.why}
          onInput={() => onInput('why')}
        >
          <ul className="presets needs-js" aria-label={texts.presetsLabel}>
            {sortedPresets.map(({ label, text }) => (
              <li key={label}>
                <button type="button" className="preset" title={text} onClick={() => insertPreset(text)}>
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </TextAreaField>
      ) : (
        <p className="muted">{texts.ofTeam}</p>
      )}
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={fieldErrors.note}
        maxLength={NOTE_MAX}
        defaultValue={typed.note}
        required
        onInput={() => onInput('note')}
      />
      <div className="decide-acts">
        {ACTIONS_BEFORE_MUTES.filter((action) => can[action]).map(button)}
        {mutes.length > 0 && (
          <fieldset className="mutes">
            <legend>{texts.muteFor}</legend>
            {mutes.map(button)}
          </fieldset>
        )}
        {ACTIONS_AFTER_MUTES.filter((action) => can[action]).map(button)}
      </div>
      <Dialog
        open={confirmation !== null}
        title={confirmation ? texts.confirmDialog[confirmation.action].title(player.displayName) : ''}
        onClose={() => setConfirmation(null)}
      >
        {confirmation && (
          <>
            <p>{texts.confirmDialog[confirmation.action].text}</p>
            <div>
              <p className="muted">{texts.confirmDialog.messageLabel}</p>
              <blockquote className="report-quote" dir="auto">
                {confirmation.why}
              </blockquote>
            </div>
            <div className="dialog-acts">
              <Button variant="primary" onClick={() => setConfirmation(null)}>
                {texts.confirmDialog.cancel}
              </Button>
              <Button variant="danger-solid" type="submit" name="action" value={confirmation.action}>
                {texts.confirmDialog[confirmation.action].confirm}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </Form>
  );
}

/** Without JavaScript, shows the result; errors are always shown. */
function ResultNotice({ answer, failed }: { answer: PlayerActionResult | undefined; failed: string | null }) {
  return (
    <>
      {answer?.ok && (
        <noscript>
          <Note variant="good" title={texts.successToasts[answer.action].title}>
            <p>{texts.successToasts[answer.action].text}</p>
          </Note>
        </noscript>
      )}
      {failed !== null && (
        <div role="alert">
          <Note variant="bad" title={teamTexts.failed.title}>
            <p>{failed}</p>
          </Note>
        </div>
      )}
    </>
  );
}

function useSuccessToast(answer: PlayerActionResult | undefined): void {
  const toast = useToast();
  const shownAnswer = useRef<PlayerActionResult>(undefined);
  useEffect(() => {
    if (!answer?.ok || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    toast(texts.successToasts[answer.action]);
  }, [answer, toast]);
}
