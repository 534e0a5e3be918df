import { useState, type FormEvent } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { RadioGroup } from '../../../web/kit/radio-group.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { TextArea } from '../../../web/kit/text-area.tsx';
import { DESCRIPTION_MAX } from '../../reports/limits/schema.ts';
import { REPORT_REASONS, type ReportReason } from '../schema.ts';
import { reasonLabels, texts } from '../texts.ts';
import { sendReport, type ReportTarget } from './chat-api.ts';
import './chat.css';

type ReportDialogProps = {
  /** What is being reported; null while the dialog is closed. */
  target: ReportTarget | null;
  name: string;
  onClose: () => void;
  /** Blocks the player. @returns whether it succeeded; null if the player is already blocked */
  onBlock: (() => Promise<boolean>) | null;
};

/** Dialog to report a message or a player to the moderators. After sending it offers to block the player. */
export function ReportDialog({ target, name, onClose, onBlock }: ReportDialogProps) {
  const words = texts.report;
  const [isSent, setSent] = useState(false);
  const [isBusy, setBusy] = useState(false);
  // Each opening starts with empty fields; a closing dialog keeps its content.
  const [displayed, setDisplayed] = useState({ formKey: 0, reported: target });
  if (target !== null && target !== displayed.reported) {
    setDisplayed({ formKey: displayed.formKey + 1, reported: target });
    setSent(false);
  }
  const close = () => {
    if (!isBusy) onClose();
  };
  const isMessage = displayed.reported?.messageId !== undefined;
  const title = isSent ? words.sentTitle : isMessage ? words.messageTitle : words.playerTitle(name);
  const block = async () => {
    if (isBusy || onBlock === null) return;
    setBusy(true);
    await onBlock();
    setBusy(false);
    onClose();
  };
  return (
    <Dialog open={target !== null} title={title} onClose={close}>
      {target === null ? null : isSent ? (
        <div className="report-person">
          <p role="status">{words.sent}</p>
          {onBlock && <p>{words.blockOffer(name)}</p>}
          <div className="dialog-acts">
            <Button variant="primary" ref={(button) => button?.focus()} aria-disabled={isBusy || undefined} onClick={close}>
              {onBlock ? words.noBlock : words.done}
            </Button>
            {onBlock && (
              <Button variant="danger" aria-disabled={isBusy || undefined} onClick={() => void block()}>
                {isBusy ? words.blocking : words.block(name)}
              </Button>
            )}
          </div>
        </div>
      ) : (
        <ReportForm
          key={displayed.formKey}
          target={displayed.reported}
          name={name}
          isBusy={isBusy}
          setBusy={setBusy}
          onCancel={close}
          onSent={() => setSent(true)}
        />
      )}
    </Dialog>
  );
}

const OPTIONS = REPORT_REASONS.map((value) => ({ value, label: reasonLabels[value] }));

type ReportFormProps = {
  target: ReportTarget | null;
  name: string;
  isBusy: boolean;
  setBusy: (isBusy: boolean) => void;
  onCancel: () => void;
  onSent: () => void;
};

function ReportForm({ target, name, isBusy, setBusy, onCancel, onSent }: ReportFormProps) {
  const words = texts.report;
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [description, setDescription] = useState('');
  const [failure, setFailure] = useState<{ title: string; text: string } | null>(null);
  const send = async () => {
    if (isBusy || target === null || reason === null) return;
    setFailure(null);
    setBusy(true);
    const answer = await sendReport(target, reason, description);
    setBusy(false);
    if (answer?.ok === true) return onSent();
    setFailure(answer?.code === 'too-many-requests' ? words.slow : words.failed);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void send();
  };
  return (
    <form className="report-person" onSubmit={onSubmit}>
      <p className="muted">{words.lead(name)}</p>
      <RadioGroup name="reason" legend={words.reason} options={OPTIONS} value={reason} onChange={setReason} />
      <TextArea
        name="description"
        label={words.description}
        rows={2}
        maxLength={DESCRIPTION_MAX}
        value={description}
        onChange={(event) => setDescription(event.target.value)}
      />
      {failure && (
        <div role="alert">
          <Note variant="bad" title={failure.title}>
            {failure.text}
          </Note>
        </div>
      )}
      <p className="muted">{words.promise}</p>
      <div className="dialog-acts">
        <Button variant="soft" aria-disabled={isBusy || undefined} onClick={onCancel}>
          {words.cancel}
        </Button>
        {/* Not `disabled` while busy: that would remove the focus from the button for keyboard users. */}
        <Button type="submit" variant="primary" disabled={reason === null} aria-disabled={isBusy || undefined}>
          {isBusy ? words.busy : words.submit}
        </Button>
      </div>
    </form>
  );
}
