import { Link } from 'react-router';
import { EmptyState } from '../../../../web/kit/state.tsx';
import { OperatorFrame } from '../../../operating/ui/frame.tsx';
import type { TroubledList } from '../../schema.ts';
import type { Trace } from '../../tracing/schema.ts';
import { texts } from '../texts.ts';
import { OnePayment } from './one-payment.tsx';
import { Pages } from './pages.tsx';

const words = texts.troubled;
const HERE = '/operator/payments';

type TroubledPageProps = {
  list: TroubledList;
  /** What is known of these payments. */
  traces: Trace[];
  /** Whether the list begins with its newest. */
  isStart: boolean;
};

/** Payments of all players that a person has to look at: held, or disputed. Nothing can be changed here. */
export function TroubledPage({ list: { payments, next }, traces, isStart }: TroubledPageProps) {
  const traced = new Map(traces.map((trace) => [trace.reference, trace]));
  return (
    <OperatorFrame page="payments" title={words.title} className="money troubled">
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
              <OnePayment key={payment.reference} payment={payment} trace={traced.get(payment.reference)}>
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
              </OnePayment>
            ))}
          </ol>
        </section>
      )}
      <Pages
        older={next === null ? null : { to: `${HERE}?after=${encodeURIComponent(next)}`, label: texts.payments.older }}
        newest={isStart ? null : { to: HERE, label: texts.payments.newest }}
      />
      <p className="muted">{texts.zone}</p>
    </OperatorFrame>
  );
}
