import type { PaymentLine } from '../../schema.ts';
import type { Trace } from '../../tracing/schema.ts';
import { texts } from '../texts.ts';
import { OnePayment } from './one-payment.tsx';
import { Pages } from './pages.tsx';

const words = texts.payments;

type PaymentsOfProps = { payments: PaymentLine[]; traces: Trace[]; next: string | null; isStart: boolean; here: string };

/** A player's payments, the newest first. */
export function PaymentsOf({ payments, traces, next, isStart, here }: PaymentsOfProps) {
  const traced = new Map(traces.map((trace) => [trace.reference, trace]));
  return (
    <>
      {payments.length === 0 && <p className="muted">{isStart ? words.none : words.noneOlder}</p>}
      <ol className="case-log">
        {payments.map((payment) => (
          <OnePayment key={payment.reference} payment={payment} trace={traced.get(payment.reference)} />
        ))}
      </ol>
      <Pages
        older={next === null ? null : { to: `${here}?payments=${encodeURIComponent(next)}#money-payments`, label: words.older }}
        newest={isStart ? null : { to: `${here}#money-payments`, label: words.newest }}
      />
    </>
  );
}
