import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { cleanNote } from '../../rules.ts';
import { NOTE_MAX } from '../../schema.ts';
import { switchTexts, texts } from '../texts.ts';
import { WordsField } from './words-field.tsx';

type ChatSwitchProps = {
  isOn: boolean;
  /** What the page's action answered. */
  answer: 'ok' | 'failed' | undefined;
};

/** Switches chat off and on for everybody, with a note. Off asks once more. It posts `do=off|on` and `note` to its page. */
export function ChatSwitch({ isOn, answer }: ChatSwitchProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [isAsking, setAsking] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const navigation = useNavigation();
  const isSent = navigation.formData?.has('do') ?? false;
  const isDone = answer === 'ok' && navigation.state === 'idle';
  const toast = useToast();
  const told = useRef<boolean>(undefined);

  // The answer comes before the page has heard how the switch stands.
  useEffect(() => {
    if (!isDone || told.current === isOn) return;
    told.current = isOn;
    form.current?.reset();
    toast(isOn ? switchTexts.doneOn : switchTexts.doneOff);
  }, [isDone, isOn, toast]);

  const check = (): boolean => {
    const field = form.current?.querySelector('textarea');
    const wrong = cleanNote(field?.value ?? '') === null;
    setFault(wrong ? texts.noteNeeded : null);
    if (wrong) field?.focus();
    return !wrong;
  };
  const onSubmit = (event: FormEvent) => {
    if (isSent || !check()) event.preventDefault();
    setAsking(false);
  };
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    if (!isSent && check()) setAsking(true);
  };
  const word = isOn ? switchTexts.turnOff : switchTexts.turnOn;
  return (
    <section className="panel chat-switch" aria-labelledby="chat-switch">
      <h2 id="chat-switch">{switchTexts.title}</h2>
      <p className={isOn ? 'chat-switch-state on' : 'chat-switch-state'} role="status">
        {isOn ? switchTexts.on : switchTexts.off}
      </p>
      <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
        {answer === 'failed' && (
          <div role="alert">
            <Note variant="bad" title={switchTexts.failed.title}>
              <p>{switchTexts.failed.text}</p>
            </Note>
          </div>
        )}
        <WordsField
          name="note"
          label={switchTexts.note}
          hint={switchTexts.noteHint}
          fault={fault}
          maxLength={NOTE_MAX}
          required
          onInput={() => setFault(null)}
        />
        <Button
          type="submit"
          name="do"
          value={isOn ? 'off' : 'on'}
          variant={isOn ? 'danger' : 'primary'}
          aria-disabled={isSent || undefined}
          onClick={isOn ? ask : undefined}
        >
          {isSent ? switchTexts.busy : word}
        </Button>
        <Dialog open={isAsking} title={switchTexts.ask.title} onClose={() => setAsking(false)}>
          <p>{switchTexts.ask.text}</p>
          <div className="dialog-acts">
            <Button variant="primary" onClick={() => setAsking(false)}>
              {switchTexts.ask.keep}
            </Button>
            <Button variant="danger-solid" type="submit" name="do" value="off">
              {switchTexts.ask.confirm}
            </Button>
          </div>
        </Dialog>
      </Form>
    </section>
  );
}
