import type { ReactNode } from 'react';
import { Form } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button, LinkButton, type ButtonStyle } from '../../../web/kit/button.tsx';
import { Dialog } from '../../../web/kit/dialog.tsx';
import { texts } from '../showing/texts.ts';
import type { usePendingForm } from '../../../web/use-one-press.ts';

type CancelButtonProps = ButtonStyle & { onAsk: () => void; children: ReactNode };

/** Leads to the question whether to cancel; without JavaScript that is a page of its own. */
export function CancelButton({ onAsk, children, ...variant }: CancelButtonProps) {
  const hydrated = useHydrated();
  if (hydrated)
    return (
      <Button {...look} aria-haspopup="dialog" onClick={onAsk}>
        {children}
      </Button>
    );
  return (
    <LinkButton {...look} to="/subscription?ask=cancel">
      {children}
    </LinkButton>
  );
}

type CancelProps = {
  press: ReturnType<typeof usePendingForm>;
  /** Whether the days could be kept instead, by not renewing. */
  canKeepDays: boolean;
};

/** Asks before premium ends at once (spec 2, section 2). */
export function CancelDialog({ isOpen, onClose, press, canKeepDays }: CancelProps & { isOpen: boolean; onClose: () => void }) {
  const isBusy = press.action === 'cancel';
  const close = () => {
    if (!isBusy) onClose();
  };
  return (
    <Dialog open={isOpen} title={texts.cancel.title} onClose={close}>
      <CancelWords canKeepDays={canKeepDays} />
      <Form method="post" action="/subscription" replace preventScrollReset className="dialog-acts" onSubmit={press.onSubmit}>
        <Button variant="primary" aria-disabled={isBusy || undefined} onClick={close}>
          {texts.cancel.keep}
        </Button>
        <Confirm isBusy={isBusy} />
      </Form>
    </Dialog>
  );
}

/** The same question as a part of the page, for who has no script. */
export function CancelPanel({ press, canKeepDays }: CancelProps) {
  return (
    <section className="panel cancel-panel" aria-labelledby="cancel">
      <h2 id="cancel">{texts.cancel.title}</h2>
      <CancelWords canKeepDays={canKeepDays} />
      <Form method="post" action="/subscription" replace className="dialog-acts" onSubmit={press.onSubmit}>
        <LinkButton variant="primary" to="/subscription">
          {texts.cancel.keep}
        </LinkButton>
        <Confirm isBusy={press.action === 'cancel'} />
      </Form>
    </section>
  );
}

function CancelWords({ canKeepDays }: Pick<CancelProps, 'canKeepDays'>) {
  return (
    <>
      <p>{texts.cancel.text}</p>
      {canKeepDays && <p className="muted">{texts.cancel.instead}</p>}
    </>
  );
}

function Confirm({ isBusy }: { isBusy: boolean }) {
  return (
    <Button type="submit" name="do" value="cancel" variant="danger-solid" aria-disabled={isBusy || undefined}>
      {isBusy ? texts.cancel.busy : texts.cancel.confirm}
    </Button>
  );
}
