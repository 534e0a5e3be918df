import { useState } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { texts } from '../texts.ts';

type ConfirmDialogProps = {
  isOpen: boolean;
  title: string;
  text: string;
  cancelLabel: string;
  confirmLabel: string;
  onClose: () => void;
  onConfirm: () => Promise<unknown>;
};

/** Asks for confirmation before an action that affects another player. */
export function ConfirmDialog({ isOpen, title, text, cancelLabel, confirmLabel, onClose, onConfirm }: ConfirmDialogProps) {
  const [isBusy, setBusy] = useState(false);
  const close = () => {
    if (!isBusy) onClose();
  };
  const run = async () => {
    if (isBusy) return;
    setBusy(true);
    await onConfirm();
    setBusy(false);
    // A toast under an open dialog would be neither visible nor closable.
    onClose();
  };
  return (
    <Dialog open={isOpen} title={title} onClose={close}>
      <p>{text}</p>
      <div className="dialog-acts">
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={close}>
          {cancelLabel}
        </Button>
        <Button variant="danger-solid" aria-disabled={isBusy || undefined} onClick={() => void run()}>
          {isBusy ? texts.busy : confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
