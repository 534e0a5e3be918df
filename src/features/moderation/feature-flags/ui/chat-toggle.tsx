import { useEffect, useRef, useState, type FormEvent, type MouseEvent, type RefObject } from 'react';
import { Form, useNavigation } from 'react-router';
import type { ActionResult } from '../../../../shared/action-result.ts';
import { useHydrated } from '../../../../web/hydrated.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Dialog } from '../../../../web/kit/dialog.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { chatToggleTexts, texts } from '../../players/texts.ts';
import { toErrorNotice } from '../../texts.ts';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { TextAreaField } from '../../../../web/kit/text-area-field.tsx';
import { parseNote, NOTE_MAX } from '../../../audit-log/schema.ts';
import '../../../../web/staff.css';
import './chat-toggle.css';

type ChatToggleProps = {
  isOn: boolean;
  /** Result of the page's action. */
  answer: ActionResult | undefined;
};

/** Enables or disables chat for everybody, with a note. Disabling asks for confirmation. Posts `do=off|on` and `note` to its page. */
export function ChatToggle({ isOn, answer }: ChatToggleProps) {
  const form = useRef<HTMLFormElement>(null);
  const hydrated = useHydrated();
  const [isConfirming, setConfirming] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const navigation = useNavigation();
  const isPending = navigation.formData?.has('do') ?? false;
  useDone(form, answer?.ok === true && navigation.state === 'idle', isOn);

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
        <ResultNotice error={toErrorNotice(answer?.ok === false ? answer.error : null)} />
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
          className="chat-switch-submit"
          aria-disabled={isPending || undefined}
          onClick={isOn ? openConfirmDialog : undefined}
        >
          {isPending ? chatToggleTexts.busy : buttonText}
        </Button>
        <ConfirmOffDialog isOpen={isConfirming} onClose={() => setConfirming(false)} />
      </Form>
    </section>
  );
}

/** Inside of the form, because its button submits it. */
function ConfirmOffDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} title={chatToggleTexts.confirmDialog.title} onClose={onClose}>
      <p>{chatToggleTexts.confirmDialog.text}</p>
      <div className="dialog-acts">
        <Button variant="primary" onClick={onClose}>
          {chatToggleTexts.confirmDialog.cancel}
        </Button>
        <Button variant="danger-solid" type="submit" name="do" value="off">
          {chatToggleTexts.confirmDialog.confirm}
        </Button>
      </div>
    </Dialog>
  );
}

/** When chat was switched: empties the form and shows a toast. The action result arrives before the reloaded state of the flag. */
function useDone(form: RefObject<HTMLFormElement | null>, isDone: boolean, isOn: boolean): void {
  const toast = useToast();
  const lastToasted = useRef<boolean>(undefined);
  useEffect(() => {
    if (!isDone || lastToasted.current === isOn) return;
    lastToasted.current = isOn;
    form.current?.reset();
    toast(isOn ? chatToggleTexts.doneOn : chatToggleTexts.doneOff);
  }, [form, isDone, isOn, toast]);
}
