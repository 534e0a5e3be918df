import { ChevronLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../../shared/nairobi.ts';
import { Icon } from '../../../../web/kit/icon.tsx';
import type { WalletCase } from '../../../wallet/schema.ts';
import type { MoneyView, Status } from '../../schema.ts';
import type { Trace } from '../../tracing/schema.ts';
import type { MoneyAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { Ledger } from './ledger.tsx';
import { MoneyForm } from './money-form.tsx';
import { PaymentsOf } from './payments-of.tsx';
import { SubscriptionsOf } from './subscriptions-of.tsx';

type MoneyPageProps = {
  wallet: WalletCase;
  paid: MoneyView;
  /** What is known of the payments that are shown. */
  traces: Trace[];
  /** Whether each list begins with its newest. */
  isStart: { payments: boolean; ledger: boolean };
  answer: MoneyAnswer | undefined;
};

/** A player's money for operators: to be read, and kiddocash to be granted or taken. Lists have pages by links. */
export function MoneyPage({ wallet, paid, traces, isStart, answer }: MoneyPageProps) {
  const { player, statement, log } = wallet;
  const here = `/operator/players/${encodeURIComponent(player.id)}`;
  return (
    <div className="wrap section moderation case money">
      <div className="case-head">
        <Link className="see-all case-back" to="/operator/players">
          <Icon icon={ChevronLeft} size="small" />
          {texts.back}
        </Link>
        <div className="panel money-head">
          <div>
            <h1 dir="auto">{player.displayName}</h1>
            <p className="muted money-facts">
              <span>@{player.username}</span> <span>{paid.player.email}</span>
            </p>
            <Link className="link case-jump money-case" to={`/moderation/players/${encodeURIComponent(player.id)}`}>
              {texts.case}
            </Link>
          </div>
          <p>
            <span className="muted">{texts.balance}</span> <b className="money-balance">{texts.many(statement.balance)}</b>
          </p>
          <p>
            <span className="muted">{texts.status.title}</span> <b>{statusWords(paid.status)}</b>
          </p>
        </div>
      </div>
      <div className="case-reports money-lists">
        <Part id="money-payments" title={texts.payments.title}>
          <PaymentsOf payments={paid.payments} traces={traces} next={paid.next} isStart={isStart.payments} here={here} />
        </Part>
        <Part id="money-subscriptions" title={texts.subscriptions.title}>
          <SubscriptionsOf subscriptions={paid.subscriptions} />
        </Part>
        <Part id="money-ledger" title={texts.ledger.title}>
          <Ledger statement={statement} isStart={isStart.ledger} here={here} />
        </Part>
        <p className="muted">{texts.zone}</p>
      </div>
      <div className="case-side">
        <section className="panel" aria-labelledby="money-form">
          <h2 id="money-form">{texts.form.title}</h2>
          <MoneyForm key={player.id} canAdjust={wallet.canAdjust} formKey={wallet.key} answer={answer} />
        </section>
        <Part id="money-log" title={texts.log.title}>
          {log.length === 0 ? (
            <p className="muted">{texts.log.none}</p>
          ) : (
            <ol className="case-log">
              {log.map((entry) => (
                <li key={entry.id}>
                  <p>
                    <b>@{entry.actor}</b> {texts.log.did[entry.action]} {texts.many(entry.amount)}
                  </p>
                  <p className="case-note" dir="auto">
                    {entry.reason}
                  </p>
                  <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
                </li>
              ))}
            </ol>
          )}
        </Part>
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function statusWords(status: Status): string {
  const words = texts.status;
  if (status.kind === 'free') return words.free;
  if (status.kind === 'expired') return words.expired(status.planName, formatDate(status.at));
  const more =
    status.graceUntil !== null
      ? words.grace(formatDate(status.graceUntil))
      : status.nextBilling !== null && words.renews(formatDate(status.nextBilling));
  return [words.active(status.planName, formatDate(status.until)), more].filter(Boolean).join('; ');
}
