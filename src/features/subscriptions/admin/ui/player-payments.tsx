import type { PaymentSummary } from '../../schema.ts';
import type { PaymentTrace } from '../schema.ts';
import { texts } from '../texts.ts';
import { PaymentEntry } from './payment-entry.tsx';
import { PageLinks } from './page-links.tsx';
import '../../../../web/staff.css';

const words = texts.payments;

type PlayerPaymentsProps = { payments: PaymentSummary[]; traces: PaymentTrace[]; next: string | null; isStart: boolean; baseUrl: string };

/** A player's payments, newest first. */
export function PlayerPayments({ payments, traces, next, isStart, baseUrl }: PlayerPaymentsProps) {
  const tracesByReference = new Map(traces.map((trace) => [trace.reference, trace]));
  return (
    <>
      {payments.length === 0 && <p className="muted">{isStart ? words.none : words.noneOlder}</p>}
      <ol className="case-log">
        {payments.map((payment) => (
          <PaymentEntry key={payment.reference} payment={payment} trace={tracesByReference.get(payment.reference)} />
        ))}
      </ol>
      <PageLinks
        older={next === null ? null : { to: `${baseUrl}?payments=${encodeURIComponent(next)}#money-payments`, label: words.older }}
        newest={isStart ? null : { to: `${baseUrl}#money-payments`, label: words.newest }}
      />
    </>
  );
}
