import { Link } from 'react-router';
import { formatDateTime } from '../../../../shared/date-format.ts';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { urlForPayment } from '../../admin/schema.ts';
import { isFault } from '../rules.ts';
import { urlForDay, urlForFile, urlForMonth, type DayView, type Difference, type FetchResult, type SumCheck } from '../schema.ts';
import { texts, toMoney, toSignedMoney } from '../texts.ts';
import { FetchForm } from './fetch-form.tsx';
import '../../../../web/staff.css';
import '../../admin/ui/player-billing.css';
import './settlements.css';

const SETTLEMENT_CLASSES = { paid: 'resolved', coming: 'reviewing', failed: 'late' } as const;

/** One day: both sides, the way from one sum to the other, and each difference. */
export function DayPage({ view, answer }: { view: DayView; answer: FetchResult | undefined }) {
  const { day, before, after, differenceCount, isCapped, fetched } = view;
  return (
    <AdminLayout page="days" title={texts.dayTitle(day)} className="money money-days">
      <p className="money-days-links">
        <Link className="link money-link" to={urlForMonth(day.slice(0, 7))}>
          {texts.allDays}
        </Link>
        <LinkButton size="sm" variant="soft" to={urlForDay(before)}>
          {texts.earlierDay}
        </LinkButton>
        {after !== null && (
          <LinkButton size="sm" variant="soft" to={urlForDay(after)}>
            {texts.laterDay}
          </LinkButton>
        )}
        <a className="link money-link" href={urlForFile('day', day)} download>
          {texts.dayFile}
        </a>
      </p>
      <p className={differenceCount > 0 ? 'troubled-count' : 'muted'}>
        {differenceCount > 0 ? texts.toLookAt(differenceCount) : fetched.at === null ? texts.notFetched : texts.agreed}
      </p>
      {isCapped && (
        <Note variant="bad">
          <p>{texts.isCapped}</p>
        </Note>
      )}
      <div className="day-sides">
        <Taken view={view} />
        <Settled view={view} />
      </div>
      <Differences view={view} />
      {view.checks.length > 0 && !isCapped && <Checks checks={view.checks} />}
      <Payouts view={view} />
      <FetchForm fetched={fetched} answer={answer} />
    </AdminLayout>
  );
}

function Taken({ view: { taken } }: { view: DayView }) {
  return (
    <section className="panel" aria-labelledby="taken">
      <h2 id="taken">{texts.here}</h2>
      {taken.length === 0 && <p className="muted">{texts.hereNone}</p>}
      {taken.map(({ channel, currency, count, takenMinor, refundedMinor, disputedMinor }) => {
        const money = (minor: number) => toMoney({ minor, currency });
        return (
          <div key={`${channel} ${currency}`} className="day-line">
            <p>
              <span>{texts.channels[channel]}</span> <b>{money(takenMinor)}</b>
            </p>
            <p className="money-facts">
              <span>{texts.payments(count)}</span>
              {refundedMinor > 0 && <span>{texts.wentBack(money(refundedMinor))}</span>}
              {disputedMinor > 0 && <span>{texts.disputed(money(disputedMinor))}</span>}
            </p>
          </div>
        );
      })}
    </section>
  );
}

function Settled({ view: { settled } }: { view: DayView }) {
  return (
    <section className="panel" aria-labelledby="settled">
      <h2 id="settled">{texts.there}</h2>
      {settled.length === 0 && <p className="muted">{texts.thereNone}</p>}
      {settled.map(({ currency, count, settledMinor, feesMinor, paidOutMinor, comingMinor, failedMinor }) => {
        const money = (minor: number) => toMoney({ minor, currency });
        return (
          <div key={currency} className="day-line">
            <p>
              <span>{texts.payments(count)}</span> <b>{money(settledMinor)}</b>
            </p>
            <p className="money-facts">
              <span>{texts.feesOf(money(feesMinor))}</span>
              {paidOutMinor > 0 && <span>{texts.paidOutOf(money(paidOutMinor))}</span>}
              {comingMinor > 0 && <span>{texts.comingOf(money(comingMinor))}</span>}
              {failedMinor > 0 && <span>{texts.failedOf(money(failedMinor))}</span>}
            </p>
          </div>
        );
      })}
    </section>
  );
}

function Differences({ view: { differences } }: { view: DayView }) {
  if (differences.length === 0) return null;
  const kinds = Map.groupBy(differences, ({ kind }) => kind);
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">{texts.differences}</h2>
      <div className="day-differences">
        {[...kinds].map(([kind, ofKind]) => (
          <section key={kind} className="panel" aria-labelledby={`kind-${kind}`}>
            <h3 id={`kind-${kind}`}>{texts.kinds[kind].name}</h3>
            <p className={isFault({ kind }) ? undefined : 'muted'}>{texts.kinds[kind].help}</p>
            <ol className="case-log">
              {ofKind.map((difference) => (
                <DifferenceEntry key={difference.reference} difference={difference} />
              ))}
            </ol>
          </section>
        ))}
      </div>
    </section>
  );
}

function DifferenceEntry({ difference: { kind, reference, here, there } }: { difference: Difference }) {
  // It is about a payout.
  if (kind === 'lines-differ')
    return (
      <li>
        <p className="money-line">
          <code>{reference}</code>
          {there !== null && <span>{toSignedMoney({ ...there, minor: -there.minor })}</span>}
        </p>
      </li>
    );
  return (
    <li>
      <p className="money-line">
        <Link className="link money-link" to={urlForPayment(reference)} aria-label={texts.openPayment(reference)}>
          <code>{reference}</code>
        </Link>
        <span>{texts.sides(here, there)}</span>
      </p>
    </li>
  );
}

function Checks({ checks }: { checks: SumCheck[] }) {
  return (
    <section className="panel" aria-labelledby="check">
      <h2 id="check">{texts.check}</h2>
      {checks.map(({ currency, takenMinor, steps, settledMinor, agrees }) => (
        <div key={currency}>
          <dl className="sum-check">
            <div>
              <dt>{texts.checkTaken}</dt>
              <dd>{toMoney({ minor: takenMinor, currency })}</dd>
            </div>
            {steps.map(({ kind, count, minor }) => (
              <div key={kind}>
                <dt>
                  {texts.kinds[kind].name} ({texts.payments(count)})
                </dt>
                <dd>{toSignedMoney({ minor, currency })}</dd>
              </div>
            ))}
            <div className="sum-result">
              <dt>{texts.checkSettled}</dt>
              <dd>{toMoney({ minor: settledMinor, currency })}</dd>
            </div>
          </dl>
          <p>
            <span className={`state-pill ${agrees ? 'resolved' : 'late'}`}>{agrees ? texts.checkAgrees : texts.checkFails}</span>
          </p>
        </div>
      ))}
    </section>
  );
}

function Payouts({ view: { settlements } }: { view: DayView }) {
  if (settlements.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="payouts">
      <h2 id="payouts">{texts.settlements}</h2>
      {settlements.some(({ deductionsMinor }) => deductionsMinor !== 0) && <p className="muted">{texts.settlementsHelp}</p>}
      <ol className="case-log">
        {settlements.map(({ id, state, at, currency, netMinor, deductionsMinor, paidOutMinor }) => {
          const money = (minor: number) => toMoney({ minor, currency });
          return (
            <li key={id}>
              <p className="money-line">
                <b>{texts.settlementNet(money(netMinor))}</b>
                <span className={`state-pill ${SETTLEMENT_CLASSES[state]}`}>{texts.settlementStates[state]}</span>
              </p>
              <p className="money-facts">
                <time dateTime={at}>{formatDateTime(at)}</time>
                <span>{texts.settlementWhole(money(paidOutMinor))}</span>
                {deductionsMinor !== 0 && <span>{texts.settlementDeductions(money(deductionsMinor))}</span>}
                <code>{id}</code>
              </p>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
