import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../web/growing-list.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Select } from '../../../web/kit/select.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/state.tsx';
import type { GameReportReason, ReportState } from '../../reports/schema.ts';
import { QUEUE_ADDRESS, type QueuePage } from '../schema.ts';
import { texts } from '../texts.ts';
import { addressOfQueue, type QueueFilters } from './address.ts';
import { ReportItem } from './report-item.tsx';
import { ModerationTabs } from './moderation-tabs.tsx';

const STATES: (ReportState | 'waiting' | 'all')[] = ['waiting', 'new', 'reviewing', 'resolved', 'dismissed', 'all'];

const pick = (answer: { page?: QueuePage }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type QueueProps = { page: QueuePage; filters: QueueFilters };

/** What players reported, the oldest first. The page's loader gives exactly these, also for further pages (`?after=`). */
export function Queue({ page, filters }: QueueProps) {
  const { pathname, search } = useLocation();
  const going = useNavigation().location;
  const isTurning = going?.pathname === pathname && going.search !== search;
  const isStart = !new URLSearchParams(search).has('after');
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead" role="status">
          {texts.lead(page.waiting, page.late)}
        </p>
      </div>
      <ModerationTabs chosen="games" />
      <Filters filters={filters} />
      {!isStart && (
        <p>
          <Link className="link moderation-link" to={addressOfQueue(filters)}>
            {texts.fromStart}
          </Link>
        </p>
      )}
      <div className={isTurning ? 'queue stale' : 'queue'} aria-busy={isTurning}>
        <Reports key={pathname + search} page={page} filters={filters} />
      </div>
    </div>
  );
}

/** Without JavaScript the button applies the choices; with it each applies at once, and the button looks again. */
function Filters({ filters }: { filters: QueueFilters }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // While the next list is on its way its choices show already.
  const asked = new URLSearchParams(going?.pathname === QUEUE_ADDRESS ? going.search : addressOfQueue(filters).slice(QUEUE_ADDRESS.length));
  const state = asked.get('state') ?? 'waiting';
  const reason = asked.get('reason') ?? '';
  const choose = (changed: { state?: string; reason?: string }) => {
    const now = { state, reason, ...changed };
    const to = addressOfQueue({ state: now.state as QueueFilters['state'], reason: (now.reason as GameReportReason) || null });
    void navigate(to, { replace: true, preventScrollReset: true });
  };
  return (
    <Form className="queue-filters" method="get" action={QUEUE_ADDRESS} replace preventScrollReset>
      <Select
        name="state"
        label={texts.filterState}
        value={state}
        options={STATES.map((value) => ({ value, label: texts.states[value] }))}
        onChange={(value) => choose({ state: value })}
      />
      <Select
        name="reason"
        label={texts.filterReason}
        value={reason}
        options={[{ value: '', label: texts.anyReason }, ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))]}
        onChange={(value) => choose({ reason: value })}
      />
      <Button type="submit" variant="soft">
        {texts.apply}
      </Button>
    </Form>
  );
}

function Reports({ page, filters }: QueueProps) {
  const { list, items, end } = useInfiniteList(page, { urlForPage: (after) => addressOfQueue(filters, after), getPage: pick, idOf, reload: 'always' });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((report) => (
          <ReportItem key={report.id} report={report} isInQueue />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}
