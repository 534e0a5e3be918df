import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { formatDate } from '../../../shared/date-format.ts';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { hasReceipt } from '../rules.ts';
import type { PaymentSummary, SubscriptionView } from '../schema.ts';
import { texts } from '../texts.ts';
import './subscription.css';
import './payments.css';

const words = texts.payments;
const STATE_CLASSES: Record<PaymentSummary['state'], string> = {
  pending: 'wait',
  success: 'good',
  failed: 'off',
  abandoned: 'off',
  refunded: 'off',
  disputed: 'bad',
  held: 'wait',
  'not-allowed': 'wait',
};

const urlForPage = (after: string) => `/subscription?after=${encodeURIComponent(after)}`;
const selectPage = ({ view }: { view?: SubscriptionView }) => (view ? { items: view.payments, next: view.next } : null);
const idOf = ({ reference }: PaymentSummary) => reference;

type PaymentsProps = {
  page: { payments: PaymentSummary[]; next: string | null };
  /** Whether this is the first page of the list. */
  isStart: boolean;
};

/** The payments, newest first, each with its receipt; an undecided payment shows what happens next. */
export function Payments({ page, isStart }: PaymentsProps) {
  const { list, items, end } = useInfiniteList({ items: page.payments, next: page.next }, { urlForPage, getPage: selectPage, idOf });
  return (
    <section className="section payments" aria-labelledby="payments">
      <h2 id="payments">{words.title}</h2>
      {!isStart && (
        <p>
          <Link className="link payments-link" to="/subscription">
            {words.fromStart}
          </Link>
        </p>
      )}
      {items.length === 0 ? (
        <p className="muted">{words.empty}</p>
      ) : (
        <ol ref={list} className="panel payment-list">
          {items.map((payment) => (
            <Payment key={payment.reference} payment={payment} />
          ))}
        </ol>
      )}
      <ListEnd end={end} />
      <p className="muted payments-zone">{texts.status.zone}</p>
    </section>
  );
}

function Payment({ payment }: { payment: PaymentSummary }) {
  const { reference, what, price, at, state, channel, isByGuardian } = payment;
  const next = words.next[state];
  return (
    <li>
      <div className="payment-what">
        <b>{what}</b>
        <p className="muted">
          <time dateTime={at}>{formatDate(at)}</time> <span>{words.channels[channel]}</span>{' '}
          {isByGuardian && <span>{words.byGuardian}</span>}
        </p>
      </div>
      <b className="payment-price">{formatMoney(price)}</b>
      <span className={`status-pill ${STATE_CLASSES[state]}`}>{words.states[state]}</span>
      {hasReceipt(state) && (
        <Link
          className="link payments-link payment-receipt"
          to={`/subscription/receipts/${encodeURIComponent(reference)}`}
          aria-label={words.receiptOf(what, at)}
        >
          {words.receipt}
        </Link>
      )}
      {next !== null && <p className="payment-next">{typeof next === 'string' ? next : next[isByGuardian ? 'card' : channel]}</p>}
    </li>
  );
}
