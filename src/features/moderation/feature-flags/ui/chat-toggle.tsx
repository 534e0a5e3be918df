import { useEffect, useRef, useState, type FormEvent, type MouseEvent } from 'react';
import { Form, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { chatToggleTexts, texts } from '../../players/texts.ts';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { parseNote, NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';
import './chat-toggle.css';

type ChatToggleProps = {
  isOn: boolean;
  /** Result of the page's action. */
  answer: 'ok' | 'failed' | undefined;
};

/** Enables or disables chat for everybody, with a note. Disabling asks for confirmation. Posts `do=off|on` and `note` to its page. */
export function ChatToggle({ isOn, answer }: ChatToggleProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [isConfirming, setConfirming] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const navigation = useNavigation();
  const isPending = navigation.formData?.has('do') ?? false;
  const isDone = answer === 'ok' && navigation.state === 'idle';
  const toast = useToast();
  const lastToasted = useRef<boolean>(undefined);

  // The action result arrives before the reloaded state of the flag.
  useEffect(() => {
    if (!isDone || lastToasted.current === isOn) return;
    lastToasted.current = isOn;
    form.current?.reset();
    toast(isOn ? chatToggleTexts.doneOn : chatToggleTexts.doneOff);
  }, [isDone, isOn, toast]);

  const validate = (): boolean => {
    const field = form.current?.querySelector('textarea');
    const isInvalid = parseNote(field?.value ?? '') === null;
    setError(isInvalid ? texts.noteRequired : null);
    if (isInvalid) field?.focus();
    return !isInvalid;
  };
  const onSubmit = (event: FormEvent) => {
    if (isPending || !validate()) event.preventDefault();
    setConfirming(false);
  };
  const openConfirmDialog = (event: MouseEvent) => {
    event.preventDefault();
    if (!isPending && validate()) setConfirming(true);
  };
  const buttonText = isOn ? chatToggleTexts.turnOff : chatToggleTexts.turnOn;
  return (
    <section className="panel chat-switch" aria-labelledby="chat-switch">
      <h2 id="chat-switch">{chatToggleTexts.title}</h2>
      <p className={isOn ? 'chat-switch-state on' : 'chat-switch-state'} role="status">
        {isOn ? chatToggleTexts.on : chatToggleTexts.off}
      </p>
      <Form ref={form} method="post" replace className="decide" noValidate={hydrated} preventScrollReset onSubmit={onSubmit}>
        {answer === 'failed' && (
          <div role="alert">
            <Note variant="bad" title={chatToggleTexts.failed.title}>
              <p>{chatToggleTexts.failed.text}</p>
            </Note>
          </div>
        )}
        <TextAreaField
          name="note"
          label={chatToggleTexts.note}
          hint={chatToggleTexts.noteHint}
          error={error}
          maxLength={NOTE_MAX}
          required
          onInput={() => setError(null)}
        />
        <Button
          type="submit"
          name="do"
          value={isOn ? 'off' : 'on'}
          variant={isOn ? 'danger' : 'primary'}
          aria-disabled={isPending || undefined}
          onClick={isOn ? openConfirmDialog : undefined}
        >
          {isPending ? chatToggleTexts.busy : buttonText}
        </Button>
        <Dialog open={isConfirming} title={chatToggleTexts.confirmDialog.title} onClose={() => setConfirming(false)}>
          <p>{chatToggleTexts.confirmDialog.text}</p>
          <div className="dialog-acts">
            <Button variant="primary" onClick={() => setConfirming(false)}>
              {chatToggleTexts.confirmDialog.cancel}
            </Button>
            <Button variant="danger-solid" type="submit" name="do" value="off">
              {chatToggleTexts.confirmDialog.confirm}
            </Button>
          </div>
        </Dialog>
      </Form>
    </section>
  );
}
