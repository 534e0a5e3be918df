import { useState, type FormEvent, type MouseEvent, type ReactNode } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { ProofField } from '../../../../web/kit/proof-field.tsx';
import { NOTE_MAX } from '../../../audit-log/schema.ts';
import { getNewestTime, hasNewerReport } from '../../rules.ts';
import { texts as teamTexts, toErrorNotice } from '../../texts.ts';
import { NewerNotice } from '../../ui/newer-notice.tsx';
import { useReadState } from '../../ui/use-read-state.ts';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { texts as caseTexts } from '../../cases/texts.ts';
import { requiresConfirmation, requiresExplanation, EXPLANATION_MAX } from '../rules.ts';
import { PLAYER_ACTIONS, type PlayerAction, type PlayerActionResult, type PlayerCase, type PlayerReport } from '../schema.ts';
import { presets, texts } from '../texts.ts';
import { useSanctionFields } from './use-sanction-fields.ts';
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

type SanctionFormProps = { view: PlayerCase; answer: PlayerActionResult | undefined };
type Confirmation = { action: 'mute-7d' | 'ban'; why: string };

/** The actions on a player, with an explanation for the player and a note. A ban and a mute of a week ask for confirmation, a ban also for the second step. */
export function SanctionForm({ view, answer }: SanctionFormProps) {
  const { can, player, reports } = view;
  const hydrated = useHydrated();
  // Where no report was shown, none that came later was read.
  const seen = getNewestTime(reports.map(({ changedAt }) => changedAt)) || view.asOf;
  const { read, takeNewer } = useReadState({ seen, asOf: view.asOf, hasReports: reports.length > 0 }, hasNewerReport);
  const { form, fieldErrors, submitted, validate, insertPreset, getExplanation, clearError } = useSanctionFields(answer);
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const pendingAction = useNavigation().formData?.get('action');
  const toast = answer?.ok ? (view.erased ? caseTexts.lifted : texts.successToasts[answer.action]) : null;
  useResultToast(answer, toast);
  const notice = <ResultNotice toast={toast} error={toErrorNotice(getFormError(answer))} />;
  const needsExplanation = PLAYER_ACTIONS.some((action) => can[action] && requiresExplanation(action));
  if (!PLAYER_ACTIONS.some((action) => can[action]))
    return (
      <>
        {notice}
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
  const openConfirmDialog = (event: MouseEvent, action: Confirmation['action']) => {
    event.preventDefault();
    if (!pendingAction && validate(action)) setConfirmation({ action, why: getExplanation() });
  };
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      {/* What Enter in the field of the code would press: nothing, instead of the first button. */}
      <button type="submit" disabled hidden aria-hidden="true" />
      {notice}
      <input type="hidden" name="seen" value={read.seen} />
      <input type="hidden" name="asOf" value={read.asOf} />
      {needsExplanation ? (
        <ExplanationField error={fieldErrors.why} defaultValue={submitted.why} onInput={() => clearError('why')}>
          <PresetList reports={reports} onChoose={insertPreset} />
        </ExplanationField>
      ) : (
        <p className="muted">{view.erased ? caseTexts.liftLead : texts.ofTeam}</p>
      )}
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={fieldErrors.note}
        maxLength={NOTE_MAX}
        defaultValue={submitted.note}
        required
        onInput={() => clearError('note')}
      />
      <NewerNotice onRead={takeNewer} />
      <ActionButtons can={can} pendingAction={pendingAction} onConfirm={openConfirmDialog}>
        <ProofField proof={view.proof} error={fieldErrors[view.proof]} onInput={() => clearError(view.proof)} />
      </ActionButtons>
      <ConfirmDialog confirmation={confirmation} name={player.displayName} onClose={() => setConfirmation(null)} />
    </Form>
  );
}

/** The error that no field shows. */
function getFormError(answer: PlayerActionResult | undefined): string | null {
  if (!answer || answer.ok || Object.keys(answer.fieldErrors).length > 0) return null;
  return answer.error ?? teamTexts.failed.text;
}

type ExplanationFieldProps = { error: string | null; defaultValue: string | undefined; onInput: () => void; children: ReactNode };

/** What the player is told. */
function ExplanationField(props: ExplanationFieldProps) {
  return <TextAreaField name="why" label={texts.why} hint={texts.whyHint} maxLength={EXPLANATION_MAX} {...props} />;
}

/** Explanations to begin with; those that match the reported reasons come first. */
function PresetList({ reports, onChoose }: { reports: PlayerReport[]; onChoose: (text: string) => void }) {
  const reasons = new Set(reports.filter(({ state }) => state === 'new' || state === 'reviewing').map(({ reason }) => reason));
  const countMatches = (preset: (typeof presets)[number]) => Number(preset.reasons.some((each) => reasons.has(each)));
  const sortedPresets = presets.toSorted((one, other) => countMatches(other) - countMatches(one));
  return (
    <ul className="presets needs-js" aria-label={texts.presetsLabel}>
      {sortedPresets.map(({ label, text }) => (
        <li key={label}>
          <button type="button" className="preset" title={text} onClick={() => onChoose(text)}>
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

type ActionButtonsProps = {
  can: PlayerCase['can'];
  /** The submitted action, while it is in progress. */
  pendingAction: FormDataEntryValue | null | undefined;
  onConfirm: (event: MouseEvent, action: Confirmation['action']) => void;
  /** What a ban asks for besides. */
  children: ReactNode;
};

function ActionButtons({ can, pendingAction, onConfirm, children }: ActionButtonsProps) {
  const button = (action: PlayerAction) => (
    <Button
      key={action}
      type="submit"
      name="action"
      value={action}
      variant={BUTTON_VARIANTS[action]}
      multiline
      // Not `disabled`: that would remove the focus from the button for keyboard users.
      aria-disabled={pendingAction ? true : undefined}
      onClick={requiresConfirmation(action) ? (event) => onConfirm(event, action) : undefined}
    >
      {pendingAction === action ? teamTexts.busy : texts.actions[action]}
    </Button>
  );
  const mutes = MUTE_ACTIONS.filter((action) => can[action]);
  return (
    <div className="decide-acts">
      {ACTIONS_BEFORE_MUTES.filter((action) => can[action]).map(button)}
      {mutes.length > 0 && (
        <fieldset className="mutes">
          <legend>{texts.muteFor}</legend>
          {mutes.map(button)}
        </fieldset>
      )}
      {can.lift && button('lift')}
      {can.ban && (
        <fieldset className="ban">
          <legend>{texts.banLegend}</legend>
          {children}
          {button('ban')}
        </fieldset>
      )}
    </div>
  );
}

/** Inside of the form, because its button submits it. */
function ConfirmDialog({ confirmation, name, onClose }: { confirmation: Confirmation | null; name: string; onClose: () => void }) {
  return (
    <Dialog open={confirmation !== null} title={confirmation ? texts.confirmDialog[confirmation.action].title(name) : ''} onClose={onClose}>
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
            <Button variant="primary" onClick={onClose}>
              {texts.confirmDialog.cancel}
            </Button>
            <Button variant="danger-solid" type="submit" name="action" value={confirmation.action}>
              {texts.confirmDialog[confirmation.action].confirm}
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}
