import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../../shared/date-format.ts';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { urlForPayment } from '../../admin/schema.ts';
import { DISPUTE_ANSWERS, DISPUTES_PATH, type DisputeResult, type DisputeView } from '../../disputes/schema.ts';
import { texts } from '../texts.ts';
import { DisputeForm } from './dispute-form.tsx';
import { DisputeStatePills } from './dispute-state.tsx';
import '../../../../web/staff.css';
import '../../admin/ui/player-billing.css';
import './disputes.css';

type DisputePageProps = { view: DisputeView; answer: DisputeResult | undefined };

/** One dispute: what happened, how far the purchase was used, our answer, and the forms to give it. */
export function DisputePage({ view, answer }: DisputePageProps) {
  const toast = answer?.ok ? texts.done[answer.answer] : null;
  useResultToast(answer, toast);
  const isPageError = answer && !answer.ok && Object.keys(answer.fieldErrors).length === 0;
  return (
    <AdminLayout page="disputes" title={texts.oneTitle(view.amount)} className="money disputes">
      <p>
        <Link className="link money-link" to={DISPUTES_PATH}>
          {texts.all}
        </Link>
      </p>
      <ResultNotice toast={toast} error={isPageError ? { title: texts.failedTitle, text: answer.error ?? texts.failed } : null} />
      <p className="money-line">
        <DisputeStatePills dispute={view} />
        {view.state === 'awaiting-us' && <span>{view.dueAt === null ? texts.noDue : texts.due(view.dueAt)}</span>}
        {view.closedAt !== null && <span>{texts.closed(view.closedAt)}</span>}
      </p>
      <Facts view={view} />
      <Evidence view={view} />
      {view.answer !== null && <OurAnswer view={view} />}
      {view.canAnswer && (
        <div className="dispute-forms">
          {DISPUTE_ANSWERS.map((kind) =>
            kind === 'accept' && view.acceptObstacle !== null ? (
              <Note key={kind} title={texts.acceptTitle}>
                <p>{texts.acceptObstacles[view.acceptObstacle]}</p>
              </Note>
            ) : (
              <DisputeForm key={kind} kind={kind} view={view} answer={answer} />
            ),
          )}
        </div>
      )}
      <section aria-labelledby="dispute-log">
        <h2 id="dispute-log">{texts.log}</h2>
        {view.log.length === 0 ? <p className="muted">{texts.noLog}</p> : <Log log={view.log} />}
      </section>
      <p className="muted">{texts.zone}</p>
    </AdminLayout>
  );
}

function Facts({ view }: { view: DisputeView }) {
  const { reference, provider, providerId, category, reason, openedAt } = view;
  return (
    <section className="panel" aria-labelledby="dispute-facts">
      <h2 id="dispute-facts">{texts.facts}</h2>
      <dl className="dispute-facts">
        <Fact name={texts.why}>
          {texts.categories[category] ?? category}, <time dateTime={openedAt}>{texts.opened(openedAt)}</time>
        </Fact>
        {reason !== '' && (
          <Fact name={texts.words}>
            <span className="case-note" dir="auto">
              {reason}
            </span>
          </Fact>
        )}
        <Fact name={texts.reference}>
          <Link className="link money-link" to={urlForPayment(reference)}>
            <code>{reference}</code>
          </Link>
        </Fact>
        <Fact name={texts.providerId(provider)}>
          <code>{providerId}</code>
        </Fact>
      </dl>
    </section>
  );
}

function Evidence({ view: { evidence } }: { view: DisputeView }) {
  if (evidence === null)
    return (
      <Note variant="bad">
        <p>{texts.unknownPayment}</p>
      </Note>
    );
  const { payment, player, days, kiddocash, refunded, refundingMinor } = evidence;
  const { currency } = payment.price;
  return (
    <section className="panel" aria-labelledby="dispute-evidence">
      <h2 id="dispute-evidence">{texts.what}</h2>
      <dl className="dispute-facts">
        <Fact name={texts.what}>
          {payment.what}, {texts.amount(payment.price)}
        </Fact>
        <Fact name={texts.paidAt}>
          <time dateTime={payment.at}>{formatDateTime(payment.at)}</time>
        </Fact>
        {(refunded !== null || refundingMinor !== null) && (
          <Fact name={texts.paidBack}>
            {refunded && (
              <span className="dispute-line">
                {texts.paidBackSum({ minor: refunded.minor, currency }, { minor: refunded.leftMinor, currency })}
              </span>
            )}
            {refundingMinor !== null && <span className="dispute-line">{texts.refunding({ minor: refundingMinor, currency })}</span>}
          </Fact>
        )}
        <Fact name={texts.used}>
          {days && <span className="dispute-line">{texts.daysUsed(days)}</span>}
          {kiddocash && <span className="dispute-line">{texts.kiddocash(kiddocash)}</span>}
          {!days && !kiddocash && texts.nothingUsed}
        </Fact>
        <Fact name={texts.player}>
          {player === null ? (
            texts.gone
          ) : (
            <Link className="link money-link" to={`/operator/players/${encodeURIComponent(player.id)}`}>
              @{player.username}
            </Link>
          )}
        </Fact>
      </dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function OurAnswer({ view: { answer, statement, sentAt, isSending, isStuck, isRefused, refusal, canAnswer } }: { view: DisputeView }) {
  return (
    <section className="panel dispute-answer" aria-labelledby="dispute-answer">
      <h2 id="dispute-answer">{texts.ourAnswer}</h2>
      {answer !== null && <p>{texts.answers[answer]}</p>}
      {answer === 'contest' && (
        <p className="case-note" dir="auto">
          {statement}
        </p>
      )}
      {sentAt !== null && <p className="muted">{texts.sent(sentAt)}</p>}
      {isSending && !isStuck && <p className="muted">{texts.sendingText}</p>}
      {isStuck && (
        <Note variant="bad" title={texts.stuckTitle}>
          <p>{texts.stuckText}</p>
        </Note>
      )}
      {isRefused && (
        <Note variant="bad" title={texts.refusedTitle}>
          <p dir="auto">{canAnswer ? texts.refusedText(refusal) : texts.refusedClosed(refusal)}</p>
        </Note>
      )}
    </section>
  );
}

function Log({ log }: Pick<DisputeView, 'log'>) {
  return (
    <ol className="case-log">
      {log.map(({ id, at, actor, action, note }) => (
        <li key={id}>
          <p>
            <b>{actor}</b> {texts.actionsInLog[action] ?? action}
          </p>
          <p className="case-note" dir="auto">
            {note}
          </p>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ol>
  );
}
