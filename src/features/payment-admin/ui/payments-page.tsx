import { Form, Link } from 'react-router';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Field } from '../../../web/kit/field.tsx';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import type { PaymentTrace } from '../../subscriptions/admin/schema.ts';
import { PageLinks } from '../../subscriptions/admin/ui/page-links.tsx';
import { PaymentEntry } from '../../subscriptions/admin/ui/payment-entry.tsx';
import { urlForPayments, type PaymentFilters, type PaymentList } from '../list/schema.ts';
import { texts } from '../texts.ts';
import '../../../web/kit/filters.css';
import '../../../web/staff.css';
import './payment-admin.css';

const words = texts.list;
/** States that a person has to do something about: the list says what. */
const EXPLAINED: readonly string[] = ['needs-look', 'held', 'not-allowed', 'disputed'];

type PaymentsPageProps = {
  list: PaymentList;
  /** Traces of the listed payments. */
  traces: PaymentTrace[];
  /** Whether this is the first page of the list. */
  isStart: boolean;
  /** How many payments need a look; `hasMore`: there are more than that. */
  waiting: { count: number; hasMore: boolean };
};

/** All payments, for operators. Filters and pages are in the URL, so that it works without JavaScript. */
export function PaymentsPage({ list: { filters, payments, next, isUnknown }, traces, isStart, waiting }: PaymentsPageProps) {
  const tracesByReference = new Map(traces.map((trace) => [trace.reference, trace]));
  const isFiltered = Object.values(filters).some((value) => value !== '');
  return (
    <AdminLayout page="payments" title={words.title} className="money all-payments">
      <p className="payment-links">
        {waiting.count > 0 && filters.state !== 'needs-look' && (
          <LinkButton variant="primary" size="sm" to="/operator/payments?state=needs-look">
            {words.waiting(waiting.count, waiting.hasMore)}
          </LinkButton>
        )}
        {isFiltered && (
          <LinkButton variant="soft" size="sm" to="/operator/payments">
            {words.clear}
          </LinkButton>
        )}
        <Link className="link payment-link" to="/operator/plans">
          {words.plans}
        </Link>
      </p>
      {/* With other filters it shows those, also after going back. */}
      <Filters key={JSON.stringify(filters)} filters={filters} />
      {EXPLAINED.includes(filters.state) && <Help />}
      {payments.length === 0 && isStart && (
        <EmptyState title={isUnknown ? words.unknown : words.none} text={isUnknown ? words.unknownText : words.noneText} level={2} />
      )}
      {payments.length === 0 && !isStart && <p className="muted">{words.noneOlder}</p>}
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
                  {payment.hasFailedRefund && <span className="state-pill late">{words.failedRefund}</span>}
                </p>
              </PaymentEntry>
            ))}
          </ol>
        </section>
      )}
      <PageLinks
        older={next === null ? null : { to: urlForPayments(filters, next), label: words.older }}
        newest={isStart ? null : { to: urlForPayments(filters), label: words.newest }}
      />
      <p className="muted">{words.zone}</p>
    </AdminLayout>
  );
}

function Filters({ filters }: { filters: PaymentFilters }) {
  return (
    <Form action="/operator/payments" className="panel payment-filters" role="search" aria-label={words.filters}>
      <Field
        name="who"
        label={words.who}
        hint={words.whoHint}
        defaultValue={filters.who}
        maxLength={254}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <div className="payment-filter-row">
        <FilterSelect name="state" label={words.state} options={words.states} value={filters.state} />
        <FilterSelect name="channel" label={words.channel} options={words.channels} value={filters.channel} />
        <FilterSelect name="provider" label={words.provider} options={words.providers} value={filters.provider} />
        <Field name="from" type="date" label={words.from} defaultValue={filters.from} />
        <Field name="to" type="date" label={words.to} defaultValue={filters.to} />
      </div>
      <Button type="submit" variant="secondary">
        {words.show}
      </Button>
    </Form>
  );
}

type FilterSelectProps = { name: keyof PaymentFilters; label: string; options: Record<string, string>; value: string };

function FilterSelect({ name, label, options, value }: FilterSelectProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <select className="select" name={name} defaultValue={value}>
        <option value="">{words.all}</option>
        {Object.entries(options).map(([key, option]) => (
          <option key={key} value={key}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

/** What a person does about a payment that needs a look. */
function Help() {
  return (
    <dl className="troubled-help">
      {words.help.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
