import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button, type ButtonStyle } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { newestOf } from '../../rules.ts';
import { NOTE_MAX } from '../../schema.ts';
import { texts as teamTexts } from '../../texts.ts';
import { isGrave, needsWhy, WHY_MAX } from '../rules.ts';
import { PERSON_ACTIONS, type PersonAction, type PersonAnswer, type PersonCase } from '../schema.ts';
import { presets, texts } from '../texts.ts';
import { useWords } from './use-words.ts';
import { WordsField } from './words-field.tsx';

const LOOKS: Record<PersonAction, ButtonStyle['variant']> = {
  dismiss: 'soft',
  warn: 'primary',
  'mute-1h': 'secondary',
  'mute-24h': 'secondary',
  'mute-7d': 'secondary',
  ban: 'danger',
  lift: 'soft',
};
const MUTES: PersonAction[] = ['mute-1h', 'mute-24h', 'mute-7d'];
const BEFORE: PersonAction[] = ['dismiss', 'warn'];
const AFTER: PersonAction[] = ['ban', 'lift'];

type SanctionFormProps = { view: PersonCase; answer: PersonAnswer | undefined };

/** What can be done about a player, with what they are told and a note. A ban and a week ask once more. */
export function SanctionForm({ view, answer }: SanctionFormProps) {
  const { can, person, reports } = view;
  const hydrated = useHydrated();
  const { form, faults, typed, check, begin, why, onInput } = useWords(answer);
  const [asked, setAsked] = useState<{ action: 'mute-7d' | 'ban'; why: string } | null>(null);
  const sent = useNavigation().formData?.get('action');
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer.fault : null;
  useDoneToast(answer);
  if (!PERSON_ACTIONS.some((action) => can[action]))
    return (
      <>
        <Answered answer={answer} failed={failed} />
        <p className="muted">{texts.nothing}</p>
      </>
    );

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    const button = (event.nativeEvent as SubmitEvent).submitter as HTMLButtonElement | null;
    const action = PERSON_ACTIONS.find((each) => each === button?.value);
    // A second press while the first is on its way does nothing.
    if (sent || !action || !check(action)) event.preventDefault();
    setAsked(null);
  };
  const ask = (event: MouseEvent, action: 'mute-7d' | 'ban') => {
    event.preventDefault();
    if (!sent && check(action)) setAsked({ action, why: why() });
  };
  const button = (action: PersonAction) => (
    <Button
      key={action}
      type="submit"
      name="action"
      value={action}
      variant={LOOKS[action]}
      // Not `disabled`: that would take the focus away from whoever pressed it with the keyboard.
      aria-disabled={sent ? true : undefined}
      onClick={isGrave(action) ? (event) => ask(event, action) : undefined}
    >
      {sent === action ? teamTexts.busy : texts.actions[action]}
    </Button>
  );
  const mutes = MUTES.filter((action) => can[action]);
  const isToTell = PERSON_ACTIONS.some((action) => can[action] && needsWhy(action));
  // What was reported comes first.
  const reasons = new Set(reports.filter(({ state }) => state === 'new' || state === 'reviewing').map(({ reason }) => reason));
  const fits = (preset: (typeof presets)[number]) => Number(preset.fits.some((each) => reasons.has(each)));
  const sentences = presets.toSorted((one, other) => fits(other) - fits(one));
  return (
    <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
      <Answered answer={answer} failed={failed} />
      <input type="hidden" name="seen" value={newestOf(reports)} />
      {isToTell ? (
        <WordsField
          name="why"
          label={texts.why}
          hint={texts.whyHint}
          fault={faults.why}
          maxLength={WHY_MAX}
          typed={typed.why}
          onInput={() => onInput('why')}
        >
          <ul className="presets needs-js" aria-label={texts.presetsLabel}>
            {sentences.map(({ label, text }) => (
              <li key={label}>
                <button type="button" className="preset" title={text} onClick={() => begin(text)}>
                  {label}
                </button>
              </li>
            ))}
          </ul>
        </WordsField>
      ) : (
        <p className="muted">{texts.ofTeam}</p>
      )}
      <WordsField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        fault={faults.note}
        maxLength={NOTE_MAX}
        typed={typed.note}
        required
        onInput={() => onInput('note')}
      />
      <div className="decide-acts">
        {BEFORE.filter((action) => can[action]).map(button)}
        {mutes.length > 0 && (
          <fieldset className="mutes">
            <legend>{texts.muteFor}</legend>
            {mutes.map(button)}
          </fieldset>
        )}
        {AFTER.filter((action) => can[action]).map(button)}
      </div>
      <Dialog open={asked !== null} title={asked ? texts.ask[asked.action].title(person.displayName) : ''} onClose={() => setAsked(null)}>
        {asked && (
          <>
            <p>{texts.ask[asked.action].text}</p>
            <div>
              <p className="muted">{texts.ask.told}</p>
              <blockquote className="report-quote" dir="auto">
                {asked.why}
              </blockquote>
            </div>
            <div className="dialog-acts">
              <Button variant="primary" onClick={() => setAsked(null)}>
                {texts.ask.keep}
              </Button>
              <Button variant="danger-solid" type="submit" name="action" value={asked.action}>
                {texts.ask[asked.action].confirm}
              </Button>
            </div>
          </>
        )}
      </Dialog>
    </Form>
  );
}

/** What became of it, for who has no script; what failed, for everybody. */
function Answered({ answer, failed }: { answer: PersonAnswer | undefined; failed: string | null }) {
  return (
    <>
      {answer?.ok && (
        <noscript>
          <Note variant="good" title={texts.done[answer.action].title}>
            <p>{texts.done[answer.action].text}</p>
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

function useDoneToast(answer: PersonAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<PersonAnswer>(undefined);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    toast(texts.done[answer.action]);
  }, [answer, toast]);
}
