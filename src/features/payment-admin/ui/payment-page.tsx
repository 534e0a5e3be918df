import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/date-format.ts';
import { formatMoney } from '../../../shared/money.ts';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import { TraceFacts } from '../../subscriptions/admin/ui/payment-entry.tsx';
import { PaymentStatePill } from '../../subscriptions/admin/ui/payment-state-pill.tsx';
import { urlForDispute } from '../../subscriptions/disputes/schema.ts';
import type { PaymentDetails, PaymentActionResult, RefundEntry, SettleResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { FailedRefundForm } from './failed-refund-form.tsx';
import { RefundPanel } from './refund-panel.tsx';
import '../../../web/staff.css';
import './payment-admin.css';

const RECEIPT_STATES = ['success', 'refunded', 'disputed'];
const REFUND_CLASSES: Record<RefundEntry['state'], string> = { requested: 'new', sent: 'new', processed: 'resolved', failed: 'late' };

type SettleFailure = Extract<SettleResult, { ok: false }>;
type PaymentPageProps = { details: PaymentDetails; answer: PaymentActionResult | undefined };

/** One payment for operators: all that is known of it, and its refunds. */
export function PaymentPage({ details, answer }: PaymentPageProps) {
  const { payment, player, refunds, disputes, refund } = details;
  const toast = answer?.ok ? (answer.do === 'settle' ? texts.refunds.settle.done : texts.refund.done(answer.amount)) : null;
  // A failure belongs to the form from which it comes.
  const settledId = answer && !answer.ok ? answer.values['refund'] : undefined;
  useResultToast(answer, toast);
  return (
    <AdminLayout page="payments" title={payment.what} className="money one-payment">
      <p className="payment-links">
        <Link className="link payment-link" to="/operator/payments">
          {texts.back}
        </Link>
        {player !== null && (
          <Link className="link payment-link" to={`/operator/players/${encodeURIComponent(player.id)}`}>
            {texts.billing(player.username)}
          </Link>
        )}
        {disputes.map((id, index) => (
          <Link key={id} className="link payment-link" to={urlForDispute(id)}>
            {texts.dispute(disputes.length - index, disputes.length)}
          </Link>
        ))}
      </p>
      <ResultNotice toast={toast} />
      <div className="payment-columns">
        <div className="payment-column">
          <Facts details={details} />
          <Timeline timeline={details.timeline} />
        </div>
        <div className="payment-column">
          {/* Once it is asked for, the form is empty again. */}
          <RefundPanel
            key={refunds[0]?.id ?? ''}
            refund={refund}
            address={player?.email ?? null}
            answer={settledId === undefined ? answer : undefined}
          />
          <Refunds refunds={refunds} failure={answer && !answer.ok && settledId !== undefined ? answer : null} />
        </div>
      </div>
      <p className="muted">{texts.zone}</p>
    </AdminLayout>
  );
}

function Facts({ details: { payment, player, provider, kiddocash, trace } }: { details: PaymentDetails }) {
  const words = texts.facts;
  const { reference, price, state, isByGuardian, channel } = payment;
  return (
    <section className="panel payment-facts" aria-labelledby="payment-facts">
      <h2 id="payment-facts">{words.title}</h2>
      <p className="money-line">
        <b className="one-payment-price">{formatMoney(price)}</b> <PaymentStatePill state={state} />
      </p>
      <dl>
        <Fact name={words.player}>{player === null ? texts.gone : `@${player.username}`}</Fact>
        {player !== null && <Fact name={words.address}>{player.email}</Fact>}
        <Fact name={words.by}>{isByGuardian ? words.byGuardian : words.byPlayer}</Fact>
        <Fact name={words.channel}>{texts.list.channels[channel]}</Fact>
        <Fact name={words.provider}>{provider}</Fact>
        {kiddocash !== null && (
          <Fact name={words.kiddocash}>{words[kiddocash.isGiven ? 'kiddocashGiven' : 'kiddocashOpen'](kiddocash.amount)}</Fact>
        )}
        <Fact name={words.reference}>
          <code>{reference}</code>
        </Fact>
      </dl>
      <TraceFacts trace={trace} currency={price.currency} />
      {RECEIPT_STATES.includes(state) && (
        <p>
          <Link className="link payment-link" to={`/subscription/receipts/${encodeURIComponent(reference)}`}>
            {words.receipt}
          </Link>
        </p>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Timeline({ timeline }: Pick<PaymentDetails, 'timeline'>) {
  return (
    <section className="panel" aria-labelledby="payment-timeline">
      <h2 id="payment-timeline">{texts.timeline.title}</h2>
      <ol className="case-log">
        {timeline.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            <p>{texts.timeline.kinds[kind]}</p>
            <time dateTime={at}>{formatDateTime(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The refunds that somebody of our team asked for, newest first. */
function Refunds({ refunds, failure }: Pick<PaymentDetails, 'refunds'> & { failure: SettleFailure | null }) {
  const words = texts.refunds;
  return (
    <section className="panel" aria-labelledby="payment-refunds">
      <h2 id="payment-refunds">{words.title}</h2>
      {refunds.length === 0 && <p className="muted">{words.none}</p>}
      <ol className="case-log">
        {refunds.map(({ id, amount, state, error, reason, note, by, at, providerId, needsLook, settled }) => (
          <li key={id}>
            <p className="money-line">
              <b>{formatMoney(amount)}</b> <span className={`state-pill ${REFUND_CLASSES[state]}`}>{words.states[state]}</span>
            </p>
            {state === 'failed' && <p dir="auto">{words.failed(error)}</p>}
            {(state === 'requested' || state === 'sent') && <p>{words.reload}</p>}
            <p>{texts.reasons[reason]}</p>
            <p className="case-note" dir="auto">
              {note}
            </p>
            <p className="money-facts">
              <span>{words.by(by, at)}</span>
              {providerId !== null && <code>{providerId}</code>}
            </p>
            {settled !== null && (
              <>
                <p>{words.settle.by(settled.by)}</p>
                <p className="case-note" dir="auto">
                  {settled.note}
                </p>
              </>
            )}
            {needsLook && <FailedRefundForm id={id} failure={failure?.values['refund'] === id ? failure : null} />}
          </li>
        ))}
      </ol>
    </section>
  );
}
