import { Link } from 'react-router';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import type { FlaggedPaymentList, PaymentTrace } from '../schema.ts';
import { texts } from '../texts.ts';
import { PaymentEntry } from './payment-entry.tsx';
import { PageLinks } from './page-links.tsx';
import '../../../../web/staff.css';
import './player-billing.css';

const words = texts.flagged;
const PAGE_URL = '/operator/payments';

type FlaggedPaymentsPageProps = {
  list: FlaggedPaymentList;
  /** Traces of the listed payments. */
  traces: PaymentTrace[];
  /** Whether this is the first page of the list. */
  isStart: boolean;
};

/** Payments of all players that need review: held or disputed. Read-only. */
export function FlaggedPaymentsPage({ list: { payments, next }, traces, isStart }: FlaggedPaymentsPageProps) {
  const tracesByReference = new Map(traces.map((trace) => [trace.reference, trace]));
  return (
    <AdminLayout page="payments" title={words.title} className="money flagged-payments">
      <dl className="troubled-help">
        {words.help.map(({ name, text }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      {payments.length === 0 && isStart && <EmptyState title={words.none} text={words.noneText} level={2} />}
      {payments.length === 0 && !isStart && <p className="muted">{texts.payments.noneOlder}</p>}
      {payments.length > 0 && (
        <section className="panel" aria-label={words.title}>
          <ol className="case-log">
            {payments.map((payment) => (
              <PaymentEntry key={payment.reference} payment={payment} trace={tracesByReference.get(payment.reference)}>
                <p className="money-facts">
                  {payment.player === null ? (
                    <span>{words.gone}</span>
                  ) : (
                    <Link className="link money-link" to={`/operator/players/${encodeURIComponent(payment.player.id)}`}>
                      @{payment.player.username}
                    </Link>
                  )}
                  <span>{payment.provider}</span>
                </p>
              </PaymentEntry>
            ))}
          </ol>
        </section>
      )}
      <PageLinks
        older={next === null ? null : { to: `${PAGE_URL}?after=${encodeURIComponent(next)}`, label: texts.payments.older }}
        newest={isStart ? null : { to: PAGE_URL, label: texts.payments.newest }}
      />
      <p className="muted">{texts.zone}</p>
    </AdminLayout>
  );
}
