import { Form } from 'react-router';
import { Button } from '../../../web/kit/button.tsx';
import { Note } from '../../../web/kit/note.tsx';
import type { Spending, SubscriptionStatus, SubscriptionView } from '../schema.ts';
import { texts } from '../texts.ts';
import { Offer } from './offer.tsx';
import type { usePendingForm } from '../../../web/use-pending-form.ts';
import './subscription.css';

const words = texts.status;

type StatusDetailsProps = {
  view: SubscriptionView;
  /** The status at this moment, which may have changed since the view was made. */
  status: SubscriptionStatus;
  pendingForm: ReturnType<typeof usePendingForm>;
};

/** Details below the facts: a pending payment, a failed charge, and what happens next. */
export function StatusDetails({ view, status, pendingForm }: StatusDetailsProps) {
  const { spending } = view;
  return (
    <>
      {view.processing && (
        <Note title={words.processing}>
          <p>{words.processingText}</p>
        </Note>
      )}
      {status.kind === 'active' && status.graceUntil !== null && (
        <Grace until={status.graceUntil} spending={spending} pendingForm={pendingForm} />
      )}
      {status.kind === 'active' && status.autoRenew !== null && (
        <AutoRenew isOn={status.autoRenew} status={status} spending={spending} pendingForm={pendingForm} />
      )}
      {status.kind === 'active' && status.channel === 'mpesa' && status.planId !== 'basic' && (
        <ExtendPass view={view} planId={status.planId} pendingForm={pendingForm} />
      )}
    </>
  );
}

/** What a player under 18 reads where the card cannot be charged each month. */
function CardClosed({ spending }: { spending: Spending }) {
  return <p className="muted">{spending.sum === null ? texts.spending.cardClosed : texts.spending.cardTooMuch}</p>;
}

type ExtendPassProps = { view: SubscriptionView; planId: string; pendingForm: StatusDetailsProps['pendingForm'] };

/** Another 30 days of a pass. */
function ExtendPass({ view, planId, pendingForm }: ExtendPassProps) {
  const plan = view.plans.find(({ id }) => id === planId);
  const product = { id: planId, priceMinor: plan?.price.minor ?? 0 };
  return (
    <Form method="post" action="/subscription" preventScrollReset className="status-row" onSubmit={pendingForm.onSubmit}>
      <input type="hidden" name="do" value="subscribe" />
      <input type="hidden" name="channel" value="mpesa" />
      <p className="muted">{words.pass}</p>
      <Offer spending={view.spending} product={product} channel="mpesa" asking={{ kind: 'plan', name: plan?.name ?? '' }}>
        <Button
          type="submit"
          name="plan"
          value={planId}
          variant="secondary"
          size="sm"
          aria-disabled={pendingForm.action !== null || undefined}
        >
          {pendingForm.action === 'subscribe' && pendingForm.of('plan') === planId ? texts.plans.processing : words.extend}
        </Button>
      </Offer>
    </Form>
  );
}

/** Shown after a failed charge: the payer can fix the card on the provider's page. */
function Grace({ until, spending, pendingForm }: Pick<AutoRenewProps, 'spending' | 'pendingForm'> & { until: string }) {
  const isPending = pendingForm.action === 'fix-card';
  if (spending !== null && !spending.canRenew)
    return (
      <div className="status-grace">
        <Note variant="bad" title={words.graceTitle}>
          <p>{words.graceEnds(until)}</p>
          <CardClosed spending={spending} />
        </Note>
      </div>
    );
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
  spending: Spending | null;
  pendingForm: StatusDetailsProps['pendingForm'];
};

function formatRenewal(isOn: boolean, { graceUntil, nextBilling, until }: AutoRenewProps['status']): string {
  if (!isOn) return words.renewsOff(until);
  // After a failed charge the date of the next charge is unknown.
  return graceUntil === null ? words.renewsOn(nextBilling ?? until) : words.renewsOnceFixed;
}

/** The auto-renewal switch. It shows the confirmed state, never an optimistic one. */
function AutoRenew({ isOn, status, spending, pendingForm }: AutoRenewProps) {
  const isPending = pendingForm.action === 'auto-renew';
  // Turning it off is always open.
  if (!isOn && spending !== null && !spending.canRenew)
    return (
      <div className="status-row">
        <div>
          <b>{words.autoRenewOff}</b>
          <p className="muted">{formatRenewal(isOn, status)}</p>
          <CardClosed spending={spending} />
        </div>
      </div>
    );
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
