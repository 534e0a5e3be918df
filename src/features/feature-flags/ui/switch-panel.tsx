import { useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../web/kit/text-area-field.tsx';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { NOTE_MAX, parseNote } from '../../audit-log/schema.ts';
import { isAsUsual, MESSAGE_MAX, type SwitchResult, type SwitchView } from '../schema.ts';
import { switchTexts, texts } from '../texts.ts';
import './switches.css';

type SwitchPanelProps = {
  view: SwitchView;
  /** The result of the page's form, of whichever switch. */
  answer: SwitchResult | undefined;
};

/** A switch: what it is about, how it is, since when and why, and the form that changes it. */
export function SwitchPanel({ view, answer }: SwitchPanelProps) {
  const { flag, isEnabled, message, last } = view;
  const words = switchTexts[flag];
  const isUsual = isAsUsual(flag, isEnabled);
  const id = `switch-${flag}`;
  const failure = answer && !answer.ok && answer.values['flag'] === flag ? answer : null;
  return (
    <section className={isUsual ? 'panel flag-switch' : 'panel flag-switch unusual'} aria-labelledby={id}>
      <div className="switch-head">
        <h2 id={id}>{words.title}</h2>
        <p className={isUsual ? 'state-pill resolved' : 'state-pill late'}>
          <Icon icon={isUsual ? 'check' : 'circle-exclamation-point'} size="small" />
          {isEnabled ? texts.on : texts.off}
        </p>
      </div>
      <p>{words.about}</p>
      <div className="switch-since">
        <p>{last ? texts.since(last) : texts.always}</p>
        {last && (
          <p className="case-note" dir="auto">
            {last.note}
          </p>
        )}
      </div>
      {isUsual ? (
        // Without JavaScript nobody asks again, so what it does stands above the button. Open after an error: the form is inside.
        <details className="switch-form" open={failure !== null}>
          <summary>
            {words.stop}
            <Icon icon="chevron-down" size="small" />
          </summary>
          <SwitchForm view={view} to="stop" failure={failure} />
        </details>
      ) : (
        <>
          <p>
            <b>{texts.told}</b> {message === '' ? texts.toldNothing : <span dir="auto">{message}</span>}
          </p>
          <SwitchForm view={view} to="resume" failure={failure?.values['do'] === toState(view, 'resume') ? failure : null} />
          <details className="switch-form" open={failure?.values['do'] === toState(view, 'stop')}>
            <summary>
              {texts.change}
              <Icon icon="chevron-down" size="small" />
            </summary>
            <SwitchForm view={view} to="tell" failure={failure?.values['do'] === toState(view, 'stop') ? failure : null} />
          </details>
        </>
      )}
    </section>
  );
}

/** The value of `do` that stops something, or ends that. */
function toState({ flag }: SwitchView, to: 'stop' | 'resume'): 'on' | 'off' {
  return isAsUsual(flag, true) === (to === 'resume') ? 'on' : 'off';
}

type SwitchFormProps = {
  view: SwitchView;
  /** 'tell': it stays as it is, and the words change. */
  to: 'stop' | 'resume' | 'tell';
  failure: Extract<SwitchResult, { ok: false }> | null;
};

/** Posts `flag`, `do`, `version`, `note` and `message`. Stopping something asks again. */
function SwitchForm({ view, to, failure }: SwitchFormProps) {
  const { flag, message, version } = view;
  const words = switchTexts[flag];
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const pendingForm = usePendingForm();
  const [isAsking, setAsking] = useState(false);
  const [errors, setErrors] = useState(failure?.fieldErrors ?? {});
  const [shown, setShown] = useState(failure);
  if (shown !== failure) {
    setShown(failure);
    setErrors(failure?.fieldErrors ?? {});
  }
  const isBusy = pendingForm.action !== null;
  const state = toState(view, to === 'resume' ? 'resume' : 'stop');
  const button = to === 'tell' ? texts.saveMessage : to === 'stop' ? words.stop : words.resume;

  const isValid = (): boolean => {
    const field = form.current?.querySelector('textarea');
    if (parseNote(field?.value ?? '') !== null) return true;
    setErrors({ note: texts.fieldErrors.note });
    field?.focus();
    return false;
  };
  const onSubmit = (event: FormEvent) => {
    if (!isValid()) return event.preventDefault();
    setAsking(false);
    pendingForm.onSubmit(event);
  };
  const onAsk = (event: MouseEvent) => {
    event.preventDefault();
    if (!isBusy && isValid()) setAsking(true);
  };
  return (
    <Form ref={form} method="post" replace preventScrollReset className="decide" noValidate={hydrated} onSubmit={onSubmit}>
      <input type="hidden" name="flag" value={flag} />
      <input type="hidden" name="version" value={version} />
      <ResultNotice error={failure?.error ? { title: texts.failedTitle, text: failure.error } : null} />
      {to === 'stop' && <Consequences view={view} />}
      <TextAreaField
        name="note"
        label={texts.note}
        hint={texts.noteHint}
        error={errors['note'] ?? null}
        maxLength={NOTE_MAX}
        defaultValue={failure?.values['note']}
        required
        onInput={() => setErrors({})}
      />
      {to !== 'resume' && (
        <TextAreaField
          name="message"
          label={texts.message}
          hint={texts.messageHint}
          error={errors['message'] ?? null}
          maxLength={MESSAGE_MAX}
          defaultValue={failure?.values['message'] ?? message}
          onInput={() => setErrors({})}
        />
      )}
      <div className="decide-acts">
        <Button
          type="submit"
          name="do"
          value={state}
          variant={to === 'stop' ? 'danger' : to === 'resume' ? 'primary' : 'secondary'}
          multiline
          aria-disabled={isBusy || undefined}
          onClick={to === 'stop' ? onAsk : undefined}
        >
          {isBusy && pendingForm.of('flag') === flag ? texts.busy : button}
        </Button>
      </div>
      {to === 'stop' && (
        // Inside of the form, because its button submits it.
        <Dialog open={isAsking} title={words.question} onClose={() => setAsking(false)}>
          <Consequences view={view} />
          <div className="dialog-acts">
            <Button variant="primary" onClick={() => setAsking(false)}>
              {texts.cancel}
            </Button>
            <Button variant="danger-solid" type="submit" name="do" value={state} multiline>
              {words.stop}
            </Button>
          </div>
        </Dialog>
      )}
    </Form>
  );
}

function Consequences({ view: { flag } }: { view: SwitchView }) {
  const words = switchTexts[flag];
  return (
    <div className="switch-consequences">
      <p>
        <b>{texts.stops}</b> {words.stops}
      </p>
      <p>
        <b>{texts.goesOn}</b> {words.goesOn}
      </p>
    </div>
  );
}
