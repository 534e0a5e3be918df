import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { texts } from '../texts.ts';
import type { usePendingForm } from '../../../web/use-pending-form.ts';
import './subscription.css';

type CancelButtonProps = ButtonStyle & { onAsk: () => void; children: ReactNode };

/** Opens the cancel confirmation. Without JavaScript it links to a page with the same question. */
export function CancelButton({ onAsk, children, ...buttonProps }: CancelButtonProps) {
  const hydrated = useHydrated();
  if (hydrated)
    return (
      <Button {...buttonProps} aria-haspopup="dialog" onClick={onAsk}>
        {children}
      </Button>
    );
  return (
    <LinkButton {...buttonProps} to="/subscription?ask=cancel">
      {children}
    </LinkButton>
  );
}

type CancelProps = {
  pendingForm: ReturnType<typeof usePendingForm>;
  /** Whether the player could keep the paid days by turning auto-renewal off instead. */
  canKeepDays: boolean;
  /** Kiddocash that is paid and would still come, but for the cancellation. */
  lostKiddocash: number;
};

/** Asks for confirmation before premium ends immediately (spec 2, section 2). */
export function CancelDialog({ isOpen, onClose, pendingForm, ...loss }: CancelProps & { isOpen: boolean; onClose: () => void }) {
  const isBusy = pendingForm.action === 'cancel';
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog open={isOpen} title={texts.cancel.title} onClose={close}>
      <CancelText {...loss} />
      <Form method="post" action="/subscription" replace preventScrollReset className="dialog-acts" onSubmit={pendingForm.onSubmit}>
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={close}>
          {texts.cancel.keep}
        </Button>
        <ConfirmButton isBusy={isBusy} />
      </Form>
    </Dialog>
  );
}

/** The same confirmation as part of the page, for use without JavaScript. */
export function CancelPanel({ pendingForm, ...loss }: CancelProps) {
  return (
    <section className="panel cancel-panel" aria-labelledby="cancel">
      <h2 id="cancel">{texts.cancel.title}</h2>
      <CancelText {...loss} />
      <Form method="post" action="/subscription" replace className="dialog-acts" onSubmit={pendingForm.onSubmit}>
        <LinkButton variant="primary" to="/subscription">
          {texts.cancel.keep}
        </LinkButton>
        <ConfirmButton isBusy={pendingForm.action === 'cancel'} />
      </Form>
    </section>
  );
}

function CancelText({ canKeepDays, lostKiddocash }: Omit<CancelProps, 'pendingForm'>) {
  return (
    <>
      <p>{texts.cancel.text}</p>
      {lostKiddocash > 0 && <p>{texts.cancel.kiddocash(lostKiddocash)}</p>}
      {canKeepDays && <p className="muted">{texts.cancel.instead}</p>}
    </>
  );
}

function ConfirmButton({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" name="do" value="cancel" variant="danger-solid" aria-disabled={isBusy || undefined}>
      {isBusy ? texts.cancel.busy : texts.cancel.confirm}
    </Button>
  );
}
