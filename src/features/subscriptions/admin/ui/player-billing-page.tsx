import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '../../../../shared/date-format.ts';
import { Icon } from '../../../../web/kit/icon.tsx';
import type { AdminWallet } from '../../../wallet/schema.ts';
import type { PlayerBilling, PaymentTrace } from '../schema.ts';
import type { SubscriptionStatus } from '../../schema.ts';
import { texts } from '../texts.ts';
import { Ledger } from './ledger.tsx';
import { PlayerPayments } from './player-payments.tsx';
import { PlayerSubscriptions } from './player-subscriptions.tsx';
import '../../../../web/staff.css';
import './player-billing.css';

type PlayerBillingPageProps = {
  wallet: AdminWallet;
  billing: PlayerBilling;
  /** Traces of the listed payments. */
  traces: PaymentTrace[];
  /** Whether each list shows its first page. */
  isStart: { payments: boolean; ledger: boolean };
  /** The form to grant or take kiddocash. */
  adjustmentForm: ReactNode;
  renderEntries: (items: AdminWallet['statement']['items']) => ReactNode;
};

/** A player's billing page for operators: read-only, except for granting and taking kiddocash. Lists are paginated with links. */
export function PlayerBillingPage({ wallet, billing, traces, isStart, adjustmentForm, renderEntries }: PlayerBillingPageProps) {
  const { player, statement, log } = wallet;
  const baseUrl = `/operator/players/${encodeURIComponent(player.id)}`;
  return (
    <div className="wrap section moderation case money">
      <div className="case-head">
        <Link className="see-all case-back" to="/operator/players">
          <Icon icon="chevron-left" size="small" />
          {texts.back}
        </Link>
        <div className="panel money-head">
          <div>
            <h1 dir="auto">{player.displayName}</h1>
            <p className="muted money-facts">
              <span>@{player.username}</span> <span>{billing.player.email}</span>
            </p>
            {/* Who can change nothing here is the player: nobody reads the case about themselves. */}
            {wallet.canAdjust && (
              <Link className="link case-jump money-case" to={`/moderation/players/${encodeURIComponent(player.id)}`}>
                {texts.case}
              </Link>
            )}
          </div>
          <p>
            <span className="muted">{texts.balance}</span> <b className="money-balance">{texts.many(statement.balance)}</b>
          </p>
          <p>
            <span className="muted">{texts.status.title}</span> <b>{formatStatus(billing.status)}</b>
          </p>
        </div>
      </div>
      <div className="case-reports money-lists">
        <Section id="money-payments" title={texts.payments.title}>
          <PlayerPayments payments={billing.payments} traces={traces} next={billing.next} isStart={isStart.payments} baseUrl={baseUrl} />
        </Section>
        <Section id="money-subscriptions" title={texts.subscriptions.title}>
          <PlayerSubscriptions subscriptions={billing.subscriptions} />
        </Section>
        <Section id="money-ledger" title={texts.ledger.title}>
          <Ledger statement={statement} isStart={isStart.ledger} baseUrl={baseUrl} renderEntries={renderEntries} />
        </Section>
        <p className="muted">{texts.zone}</p>
      </div>
      <div className="case-side">
        <section className="panel" aria-labelledby="money-form">
          <h2 id="money-form">{texts.adjustment.title}</h2>
          {adjustmentForm}
        </section>
        <Section id="money-log" title={texts.log.title}>
          <AdjustmentLog log={log} />
        </Section>
      </div>
    </div>
  );
}

/** The operators' adjustments of this wallet, newest first. */
function AdjustmentLog({ log }: Pick<AdminWallet, 'log'>) {
  if (log.length === 0) return <p className="muted">{texts.log.none}</p>;
  return (
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
  );
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

function formatStatus(status: SubscriptionStatus): string {
  const statusTexts = texts.status;
  if (status.kind === 'free') return statusTexts.free;
  if (status.kind === 'expired') return statusTexts.expired(status.planName, formatDate(status.at));
  const more =
    status.graceUntil !== null
      ? statusTexts.grace(formatDate(status.graceUntil))
      : status.nextBilling !== null && statusTexts.renews(formatDate(status.nextBilling));
  return [statusTexts.active(status.planName, formatDate(status.until)), more].filter(Boolean).join('; ');
}
