import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { texts } from '../billing-view/texts.ts';
import type { usePendingForm } from '../../../web/use-pending-form.ts';

type CancelButtonProps = ButtonStyle & { onAsk: () => void; children: ReactNode };

/** Leads to the question whether to cancel; without JavaScript that is a page of its own. */
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
  /** Whether the days could be kept instead, by not renewing. */
  canKeepDays: boolean;
};

/** Asks before premium ends at once (spec 2, section 2). */
export function CancelDialog({ isOpen, onClose, pendingForm, canKeepDays }: CancelProps & { isOpen: boolean; onClose: () => void }) {
  const isBusy = pendingForm.action === 'cancel';
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog open={isOpen} title={texts.cancel.title} onClose={close}>
      <CancelText canKeepDays={canKeepDays} />
      <Form method="post" action="/subscription" replace preventScrollReset className="dialog-acts" onSubmit={pendingForm.onSubmit}>
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={close}>
          {texts.cancel.keep}
        </Button>
        <ConfirmButton isBusy={isBusy} />
      </Form>
    </Dialog>
  );
}

/** The same question as a part of the page, for who has no script. */
export function CancelPanel({ pendingForm, canKeepDays }: CancelProps) {
  return (
    <section className="panel cancel-panel" aria-labelledby="cancel">
      <h2 id="cancel">{texts.cancel.title}</h2>
      <CancelText canKeepDays={canKeepDays} />
      <Form method="post" action="/subscription" replace className="dialog-acts" onSubmit={pendingForm.onSubmit}>
        <LinkButton variant="primary" to="/subscription">
          {texts.cancel.keep}
        </LinkButton>
        <ConfirmButton isBusy={pendingForm.action === 'cancel'} />
      </Form>
    </section>
  );
}

function CancelText({ canKeepDays }: Pick<CancelProps, 'canKeepDays'>) {
  return (
    <>
      <p>{texts.cancel.text}</p>
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
