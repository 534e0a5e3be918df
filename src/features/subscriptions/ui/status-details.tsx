import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { SubscriptionStatus } from '../schema.ts';
import { texts } from '../texts.ts';
import type { usePendingForm } from '../../../web/use-pending-form.ts';
import './subscription.css';

const words = texts.status;

type StatusDetailsProps = {
  status: SubscriptionStatus;
  /** A payment of this player is pending. */
  processing: boolean;
  pendingForm: ReturnType<typeof usePendingForm>;
};

/** Details below the facts: a pending payment, a failed charge, and what happens next. */
export function StatusDetails({ status, processing, pendingForm }: StatusDetailsProps) {
  return (
    <>
      {processing && (
        <Note title={words.processing}>
          <p>{words.processingText}</p>
        </Note>
      )}
      {status.kind === 'active' && status.graceUntil !== null && <Grace until={status.graceUntil} pendingForm={pendingForm} />}
      {status.kind === 'active' && status.autoRenew !== null && (
        <AutoRenew isOn={status.autoRenew} status={status} pendingForm={pendingForm} />
      )}
      {status.kind === 'active' && status.channel === 'mpesa' && status.planId !== 'basic' && (
        <Form method="post" action="/subscription" preventScrollReset className="status-row" onSubmit={pendingForm.onSubmit}>
          <input type="hidden" name="do" value="subscribe" />
          <input type="hidden" name="channel" value="mpesa" />
          <p className="muted">{words.pass}</p>
          <Button
            type="submit"
            name="plan"
            value={status.planId}
            variant="secondary"
            size="sm"
            aria-disabled={pendingForm.action !== null || undefined}
          >
            {pendingForm.action === 'subscribe' && pendingForm.of('plan') === status.planId ? texts.plans.processing : words.extend}
          </Button>
        </Form>
      )}
    </>
  );
}

/** Shown after a failed charge: the payer can fix the card on the provider's page. */
function Grace({ until, pendingForm }: { until: string; pendingForm: StatusDetailsProps['pendingForm'] }) {
  const isPending = pendingForm.action === 'fix-card';
  return (
    <Form method="post" action="/subscription" preventScrollReset className="status-grace" onSubmit={pendingForm.onSubmit}>
      <Note variant="bad" title={words.graceTitle}>
        <p>{words.grace(until)}</p>
      </Note>
      <Button type="submit" name="do" value="fix-card" variant="primary" aria-disabled={pendingForm.action !== null || undefined}>
        {isPending ? texts.plans.processing : words.fixCard}
      </Button>
    </Form>
  );
}

type AutoRenewProps = {
  isOn: boolean;
  status: Extract<SubscriptionStatus, { kind: 'active' }>;
  pendingForm: StatusDetailsProps['pendingForm'];
};

function formatRenewal(isOn: boolean, { graceUntil, nextBilling, until }: AutoRenewProps['status']): string {
  if (!isOn) return words.renewsOff(until);
  // After a failed charge the date of the next charge is unknown.
  return graceUntil === null ? words.renewsOn(nextBilling ?? until) : words.renewsOnceFixed;
}

/** The auto-renewal switch. It shows the confirmed state, never an optimistic one. */
function AutoRenew({ isOn, status, pendingForm }: AutoRenewProps) {
  const isPending = pendingForm.action === 'auto-renew';
  return (
    <Form method="post" action="/subscription" replace preventScrollReset className="status-row" onSubmit={pendingForm.onSubmit}>
      <input type="hidden" name="do" value="auto-renew" />
      <div>
        <b id="auto-renew">{words.autoRenew}</b>
        <p id="auto-renew-text" className="muted">
          {formatRenewal(isOn, status)}
        </p>
      </div>
      <button
        type="submit"
        name="on"
        value={isOn ? 'no' : 'yes'}
        className="switch"
        role="switch"
        aria-checked={isOn}
        aria-labelledby="auto-renew"
        aria-describedby="auto-renew-text"
        aria-disabled={pendingForm.action !== null || undefined}
      >
        <span className="switch-track" aria-hidden="true" />
        <span aria-hidden="true">{isPending ? words.saving : isOn ? words.on : words.off}</span>
      </button>
    </Form>
  );
}
