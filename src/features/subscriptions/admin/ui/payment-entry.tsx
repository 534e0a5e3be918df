import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../../shared/money.ts';
import { formatDateTime } from '../../../../shared/date-format.ts';
import type { PaymentSummary } from '../../schema.ts';
import { hasReceipt } from '../../rules.ts';
import { urlForPayment, type PaymentTrace } from '../schema.ts';
import { texts } from '../texts.ts';
import { PaymentStatePill } from './payment-state-pill.tsx';
import './player-billing.css';

const words = texts.payments;

type PaymentEntryProps = {
  payment: PaymentSummary;
  trace: PaymentTrace | undefined;
  /** The payment's player, if the page does not show it elsewhere. */
  children?: ReactNode;
};

/** A payment as operators see it: product, state, outcome and the provider's message. */
export function PaymentEntry({ payment, trace, children }: PaymentEntryProps) {
  const { reference, what, price, at, state, channel, isByGuardian } = payment;
  return (
    <li>
      <p className="money-line">
        <Link className="link money-link money-what" to={urlForPayment(reference)}>
          {what}
        </Link>{' '}
        <span>{formatMoney(price)}</span> <PaymentStatePill state={state} />
      </p>
      {children}
      <p className="money-facts">
        <time dateTime={at}>{formatDateTime(at)}</time>
        <span>{words.channels[channel]}</span>
        {isByGuardian && <span>{words.byGuardian}</span>}
        <code>{reference}</code>
        {hasReceipt(state) && (
          <Link
            className="link money-link"
            to={`/subscription/receipts/${encodeURIComponent(reference)}`}
            aria-label={words.receiptOf(what, formatDateTime(at))}
          >
            {words.receipt}
          </Link>
        )}
      </p>
      {trace && <TraceFacts trace={trace} currency={price.currency} />}
    </li>
  );
}

/** What became of a payment, beyond its state. */
export function TraceFacts({ trace, currency }: { trace: PaymentTrace; currency: PaymentSummary['price']['currency'] }) {
  const { period, statusMessage, backMinor, taken, checks, nextCheck } = trace;
  return (
    <>
      {period && (
        <p className="money-facts">
          <span>{words.period(formatDateTime(period.from), formatDateTime(period.until))}</span>
          {period.endedFor !== null && <span>{words.endedFor[period.endedFor]}</span>}
        </p>
      )}
      {(backMinor > 0 || taken > 0) && (
        <p className="money-facts">
          {backMinor > 0 && <span>{words.back(formatMoney({ minor: backMinor, currency }))}</span>}
          {taken > 0 && <span>{words.taken(taken)}</span>}
        </p>
      )}
      {nextCheck !== null && (
        <p className="money-facts">
          <span>{words.asked(checks)}</span>
          <span>{words.askedNext(formatDateTime(nextCheck))}</span>
        </p>
      )}
      {statusMessage !== '' && (
        <p className="money-facts">
          <span dir="auto">{words.statusMessage(statusMessage)}</span>
        </p>
      )}
    </>
  );
}
