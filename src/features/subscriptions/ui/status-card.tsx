import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { formatDate } from '../../../shared/date-format.ts';
import { useHydrated } from '../../../web/hydrated.ts';
import { Icon } from '../../../web/kit/icon.tsx';
import { Skeleton } from '../../../web/kit/empty-state.tsx';
import { getStatusFacts, getCurrentStatus, type StatusFact } from '../rules.ts';
import type { KiddocashPlan, SubscriptionStatus, SubscriptionView } from '../schema.ts';
import { texts } from '../texts.ts';
import { CancelButton } from './cancel-dialog.tsx';
import { StatusDetails } from './status-details.tsx';
import type { useBillingRefresh } from './use-billing-refresh.ts';
import type { usePendingForm } from '../../../web/use-pending-form.ts';
import { useServerNow } from './use-server-now.ts';
import './subscription.css';

const words = texts.status;
/** Texts for the state of a refresh. */
const STATUS_MESSAGES: Record<ReturnType<typeof useBillingRefresh>['state'], string> = {
  shown: '',
  asked: words.loading,
  updated: words.updated,
  failed: words.notUpdated,
};

type StatusCardProps = {
  view: SubscriptionView & { status: SubscriptionStatus };
  /** ISO, when the server produced this view. */
  at: string;
  refresher: ReturnType<typeof useBillingRefresh>;
  pendingForm: ReturnType<typeof usePendingForm>;
  onCancel: () => void;
  /** Ref to the card element, to move the focus to it. */
  card: RefObject<HTMLElement | null>;
};

/**
 * A player's current status (spec 2, section 2). It is recomputed every second: a status becomes expired when its time is over, and the
 * page
 * then asks the server to confirm it.
 */
export function StatusCard({ view, at, refresher, pendingForm, onCancel, card }: StatusCardProps) {
  const now = useServerNow(at);
  const status = getCurrentStatus(view.status, Date.parse(at), now);
  const isOver = status !== view.status;
  // A status that ran out by the clock may have been renewed, so ask the server before showing it as expired.
  const [checkedAt, setCheckedAt] = useState<string | null>(null);
  const reload = useEffectEvent(() => void refresher.load().then(() => setCheckedAt(at)));
  useEffect(() => {
    if (isOver) reload();
  }, [isOver, at]);
  const isLoading = refresher.state === 'asked' || (isOver && checkedAt !== at);
  return (
    <section ref={card} tabIndex={-1} className="panel status-card" aria-label={words.label} aria-busy={isLoading}>
      <div className="status-line">
        {/* Announced by screen readers, because the status changes by itself when it expires or a payment arrives. */}
        <div className="status-who" aria-live="polite">
          {isLoading ? <NameSkeleton /> : <StatusName status={status} canBuy={(view.spending?.door ?? null) === null} />}
        </div>
        {isLoading ? (
          <Skeleton className="skeleton-facts" />
        ) : (
          <Facts facts={getStatusFacts(status, now)} kiddocash={view.kiddocash} next={view.kiddocashPlan?.next ?? null} />
        )}
        <div className="status-acts">
          <Refresh isBusy={isLoading} onRefresh={refresher.refresh} />
          {status.kind === 'active' && (
            <CancelButton variant="danger" onAsk={onCancel}>
              {words.cancel}
            </CancelButton>
          )}
        </div>
      </div>
      <p className={refresher.state === 'failed' ? 'status-failed' : 'visually-hidden'} role="status">
        {STATUS_MESSAGES[refresher.state]}
      </p>
      <StatusDetails view={view} status={status} pendingForm={pendingForm} />
    </section>
  );
}

function StatusName({ status, canBuy }: { status: SubscriptionStatus; canBuy: boolean }) {
  return (
    <>
      <img className={status.kind === 'active' ? undefined : 'status-pale'} src="/stickers/crown.svg" width="56" height="56" alt="" />
      <div>
        {status.kind === 'active' && (
          <>
            <h2>{status.planName === '' ? words.noPlan : status.planName}</h2>
            {status.planName === '' && <p className="muted">{words.noPlanText}</p>}
            <p className="status-pill good">
              <Icon icon="check" size="small" />
              {words.active}
            </p>
          </>
        )}
        {status.kind === 'expired' && (
          <>
            <h2>{words.expired}</h2>
            <p>{words.expiredText}</p>
            {canBuy && <p className="muted">{words.expiredHint}</p>}
          </>
        )}
        {status.kind === 'free' && (
          <>
            <h2>{words.free}</h2>
            <p>{words.freeText}</p>
            {canBuy && <p className="muted">{words.freeHint}</p>}
          </>
        )}
      </div>
    </>
  );
}

type FactsProps = { facts: StatusFact[]; kiddocash: number | null; next: KiddocashPlan['next'] };

function Facts({ facts, kiddocash, next }: FactsProps) {
  return (
    <dl className="status-facts">
      {facts.map((fact) =>
        fact.kind === 'cost' ? (
          <div key={fact.kind}>
            <dt>{words.cost[fact.per]}</dt>
            <dd>{formatMoney(fact.price)}</dd>
          </div>
        ) : (
          <div key={fact.kind}>
            <dt>{words.days[fact.kind]}</dt>
            {/* A billing date in the past is no longer shown as a date. */}
            {fact.isPast && fact.kind !== 'expired-on' ? (
              <dd className="status-past">{words.past}</dd>
            ) : (
              <dd>
                <time dateTime={fact.at}>{formatDate(fact.at)}</time>
              </dd>
            )}
          </div>
        ),
      )}
      {kiddocash !== null && (
        <div>
          <dt>{words.kiddocash}</dt>
          <dd>
            {words.kiddocashText(kiddocash)}{' '}
            <Link className="link status-link" to="/robux/statement">
              {words.statement}
            </Link>
          </dd>
        </div>
      )}
      {next !== null && (
        <div>
          <dt>{words.nextKiddocash}</dt>
          <dd>
            {words.nextKiddocashText(next.amount)} <time dateTime={next.at}>{formatDate(next.at)}</time>
          </dd>
        </div>
      )}
    </dl>
  );
}

/** Refreshes the status. Without JavaScript it is a link to the page. */
function Refresh({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => Promise<void> }) {
  const hydrated = useHydrated();
  const labels = { 'aria-label': words.refresh, title: words.refresh };
  if (!hydrated)
    return (
      <a className="icon-btn" href="/subscription" {...labels}>
        <Icon icon="refresh-cw" />
      </a>
    );
  return (
    <button type="button" className="icon-btn" {...labels} aria-disabled={isBusy || undefined} onClick={() => void onRefresh()}>
      <Icon icon="refresh-cw" />
    </button>
  );
}

/** Placeholder for the plan name while it loads. */
function NameSkeleton() {
  return (
    <>
      <Skeleton className="skeleton-picture" />
      <div>
        <Skeleton className="skeleton-name" />
        <Skeleton className="skeleton-words" />
      </div>
    </>
  );
}
