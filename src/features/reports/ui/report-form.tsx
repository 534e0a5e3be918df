import { useState, type FormEvent, type ReactNode } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { DESCRIPTION_MAX } from '../schema.ts';

/** Why a report was not sent. `help`: its writer asks for help, and reads who helps. */
export type ReportError = { title: string; text: string; help?: ReactNode };

type ReportFormProps<Reason extends string> = {
  className: string;
  lead: ReactNode;
  reasons: { value: Reason; label: string }[];
  words: { reason: string; description: string; cancel: string; submit: string; busy: string };
  descriptionRows: number;
  /** When somebody looks at the report. */
  promise: ReactNode;
  /** The dialog knows it too: it does not close while a report is sent. */
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  /** Sends a report. @param reason null if none was chosen @returns why it was not sent, or null */
  send: (reason: Reason | null, description: string) => Promise<ReportError | null>;
  onCancel: () => void;
  onSent: () => void;
};

/** The form in the dialog to report a game, a message or a player: a reason, and a description if the reporter wants to write one. */
export function ReportForm<Reason extends string>(props: ReportFormProps<Reason>) {
  const { className, lead, reasons, words, descriptionRows, promise, isBusy, setBusy, send, onCancel, onSent } = props;
  const [reason, setReason] = useState<Reason | null>(null);
  const [description, setDescription] = useState('');
  const [error, setError] = useState<ReportError | null>(null);
  const submit = async () => {
    if (isBusy) return;
    setError(null);
    setBusy(true);
    const sendError = await send(reason, description);
    setBusy(false);
    if (sendError) setError(sendError);
    else onSent();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit();
  };
  return (
    <form className={className} onSubmit={onSubmit}>
      <p className="muted">{lead}</p>
      <RadioGroup name="reason" legend={words.reason} options={reasons} value={reason} onChange={setReason} />
      <TextArea
        name="description"
        label={words.description}
        rows={descriptionRows}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {/* A toast would be under the open dialog, where it is neither read aloud nor clickable. */}
      {error && (
        <div role="alert">
          <Note variant="bad" title={error.title}>
            {error.text}
          </Note>
        </div>
      )}
      {error?.help && <div role="alert">{error.help}</div>}
      {promise}
      <div className="dialog-acts">
        <Button variant="soft" compact multiline aria-disabled={isBusy || undefined} onClick={onCancel}>
          {words.cancel}
        </Button>
        {/* Not `disabled` while busy: that would remove the focus from the button for keyboard users. */}
        <Button type="submit" variant="primary" compact multiline disabled={reason === null} aria-disabled={isBusy || undefined}>
          {isBusy ? words.busy : words.submit}
        </Button>
      </div>
    </form>
  );
}
