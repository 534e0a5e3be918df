import { useEffect, useRef, useState } from 'react';
import { ClosedNote } from '../../feature-flags/ui/closed-note.tsx';
import type { PaymentActionResult, SubscriptionView } from '../schema.ts';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { getPaidMessage, texts } from '../texts.ts';
import { CancelDialog, CancelPanel } from './cancel-dialog.tsx';
import { getDefaultChannel } from './channel-choice.tsx';
import { Payments } from './payments.tsx';
import { PlanCards } from './plan-cards.tsx';
import { SeeOutcomeLink } from './see-outcome-link.tsx';
import { SpendingNote } from './spending-note.tsx';
import { StatusCard } from './status-card.tsx';
import { useBillingRefresh } from './use-billing-refresh.ts';
import { usePaymentResult } from './use-payment-result.ts';
import { usePendingForm } from '../../../web/use-pending-form.ts';
import { useReloadWhenRestored, usePaymentReturn } from './use-payment-return.ts';
import './subscription.css';

type SubscriptionPageProps = {
  view: SubscriptionView;
  /** ISO, when the server produced this view. */
  at: string;
  /** The URL requests the cancel confirmation (used without JavaScript). */
  asksCancel: boolean;
  /** Whether the first page of payments is shown. */
  isStart: boolean;
  /** The result of the page's action. */
  answer: PaymentActionResult | undefined;
};

/** Plans and prices, the player's status, and their payments (spec 2, section 2). */
export function SubscriptionPage({ view, at, asksCancel, isStart, answer }: SubscriptionPageProps) {
  const { status } = view;
  const pendingForm = usePendingForm();
  const refresher = useBillingRefresh(view.processing);
  const [isConfirming, setConfirming] = useState(false);
  const paidMessage = getPaidMessage(view.kiddocashPlan?.next?.at ?? null);
  const paymentReturn = usePaymentReturn({ payments: status === null ? null : view.payments, at, paidMessage });
  useReloadWhenRestored();
  const resultMessage = usePaymentResult(answer, view.spending);
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    // A toast under an open dialog could neither be seen nor closed.
    setConfirming(false);
    // The button that was pressed disappears with the subscription, so keyboard focus moves to the status card.
    if (answer?.ok && answer.action === 'cancel') card.current?.focus();
  }, [answer]);

  const active = status?.kind === 'active' ? status : null;
  const cancel = { pendingForm, canKeepDays: active?.autoRenew === true, lostKiddocash: view.kiddocashPlan?.next?.amount ?? 0 };
  return (
    <div className="wrap section subscription">
      <div className="subscription-head">
        <h1>{texts.title}</h1>
        <p>{texts.lead}</p>
      </div>
      <ResultNotice toast={resultMessage ?? paymentReturn?.message}>
        {paymentReturn?.isOpen && <SeeOutcomeLink path="/subscription" />}
      </ResultNotice>
      {view.closed && <ClosedNote feature="payments" notice={view.closed} />}
      {asksCancel && active && <CancelPanel {...cancel} />}
      {status && (
        <StatusCard
          view={{ ...view, status }}
          at={at}
          refresher={refresher}
          pendingForm={pendingForm}
          onCancel={() => setConfirming(true)}
          card={card}
        />
      )}
      <SpendingNote spending={view.spending} returnPath="/subscription" />
      <PlanCards
        plans={view.plans}
        status={status}
        spending={view.spending}
        isClosed={view.closed !== null}
        kiddocashFrom={view.kiddocashPlan?.monthEndsAt ?? null}
        channel={getDefaultChannel(answer, view.spending, active?.channel)}
        pendingForm={pendingForm}
        onCancel={() => setConfirming(true)}
      />
      <Benefits />
      {status && (view.payments.length > 0 || !isStart) && (
        <Payments page={{ payments: view.payments, next: view.next }} isStart={isStart} />
      )}
      {status && <CancelDialog isOpen={isConfirming && active !== null} onClose={() => setConfirming(false)} {...cancel} />}
    </div>
  );
}

function Benefits() {
  return (
    <section className="section why" aria-labelledby="why">
      <h2 id="why">{texts.why.title}</h2>
      <ul>
        {texts.why.benefits.map(({ picture, title, text }) => (
          <li key={title}>
            <img src={picture} width="56" height="56" alt="" loading="lazy" />
            <div>
              <h3>{title}</h3>
              <p className="muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
