import { Link } from 'react-router';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { PageLinks } from '../../admin/ui/page-links.tsx';
import { DISPUTES_PATH, urlForDispute, type DisputeList, type DisputeSummary } from '../../disputes/schema.ts';
import { texts } from '../texts.ts';
import { DisputeStatePills } from './dispute-state.tsx';
import '../../../../web/staff.css';
import '../../admin/ui/player-billing.css';
import './disputes.css';

type DisputesPageProps = {
  list: DisputeList & { waiting: number };
  /** Whether this is the first page of the list. */
  isStart: boolean;
};

/** All disputes, newest first, and how many wait for an answer. */
export function DisputesPage({ list: { disputes, next, waiting }, isStart }: DisputesPageProps) {
  return (
    <AdminLayout page="disputes" title={texts.title} lead={texts.lead} className="money disputes">
      <p className={waiting > 0 ? 'troubled-count' : 'muted'}>{texts.waiting(waiting)}</p>
      {disputes.length === 0 && isStart && <EmptyState title={texts.none} text={texts.noneText} level={2} />}
      {disputes.length === 0 && !isStart && <p className="muted">{texts.noneOlder}</p>}
      {disputes.length > 0 && (
        <section className="panel" aria-label={texts.title}>
          <ol className="case-log">
            {disputes.map((dispute) => (
              <DisputeEntry key={dispute.id} dispute={dispute} />
            ))}
          </ol>
        </section>
      )}
      <PageLinks
        older={next === null ? null : { to: `${DISPUTES_PATH}?after=${encodeURIComponent(next)}`, label: texts.older }}
        newest={isStart ? null : { to: DISPUTES_PATH, label: texts.newest }}
      />
      <p className="muted">{texts.zone}</p>
    </AdminLayout>
  );
}

function DisputeEntry({ dispute }: { dispute: DisputeSummary }) {
  const { id, reference, amount, category, openedAt, dueAt, state } = dispute;
  return (
    <li>
      <p className="money-line">
        <Link className="link money-link dispute-link" to={urlForDispute(id)} aria-label={texts.openOne(texts.amount(amount), reference)}>
          <b>{texts.amount(amount)}</b>
        </Link>
        <DisputeStatePills dispute={dispute} />
      </p>
      <p className="money-facts">
        <span>{texts.categories[category] ?? category}</span>
        <time dateTime={openedAt}>{texts.opened(openedAt)}</time>
        {state === 'awaiting-us' && <span>{dueAt === null ? texts.noDue : texts.due(dueAt)}</span>}
        <code>{reference}</code>
      </p>
    </li>
  );
}
