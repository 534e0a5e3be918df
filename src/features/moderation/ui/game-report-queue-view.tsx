import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Select } from '../../../web/kit/select.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { GameReportReason, ReportState } from '../../reports/schema.ts';
import { GAME_REPORTS_PATH, type GameReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForGameReports, type GameReportFilters } from './urls.ts';
import { GameReportItem } from './game-report-item.tsx';
import { ModerationTabs } from './moderation-tabs.tsx';
import '../../../web/staff.css';

const STATE_FILTERS: (ReportState | 'waiting' | 'all')[] = ['waiting', 'new', 'reviewing', 'resolved', 'dismissed', 'all'];

const pick = (answer: { page?: GameReportQueue }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type GameReportQueueProps = { page: GameReportQueue; filters: GameReportFilters };

/** Reports on games, oldest first. The page's loader returns exactly these props, also for further pages (`?after=`). */
export function GameReportQueueView({ page, filters }: GameReportQueueProps) {
  const { pathname, search } = useLocation();
  const pendingLocation = useNavigation().location;
  const isLoading = pendingLocation?.pathname === pathname && pendingLocation.search !== search;
  const isFirstPage = !new URLSearchParams(search).has('after');
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead" role="status">
          {texts.lead(page.waiting, page.late)}
        </p>
      </div>
      <ModerationTabs chosen="games" />
      <QueueFilterForm filters={filters} />
      {!isFirstPage && (
        <p>
          <Link className="link moderation-link" to={urlForGameReports(filters)}>
            {texts.backToFirstPage}
          </Link>
        </p>
      )}
      <div className={isLoading ? 'queue stale' : 'queue'} aria-busy={isLoading}>
        <ReportList key={pathname + search} page={page} filters={filters} />
      </div>
    </div>
  );
}

/** Without JavaScript the button applies the filters; with it a change applies immediately, and the button reloads. */
function QueueFilterForm({ filters }: { filters: GameReportFilters }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the filters that are being loaded.
  const params = new URLSearchParams(
    going?.pathname === GAME_REPORTS_PATH ? going.search : urlForGameReports(filters).slice(GAME_REPORTS_PATH.length),
  );
  const state = params.get('state') ?? 'waiting';
  const reason = params.get('reason') ?? '';
  const applyFilter = (changed: { state?: string; reason?: string }) => {
    const now = { state, reason, ...changed };
    const to = urlForGameReports({ state: now.state as GameReportFilters['state'], reason: (now.reason as GameReportReason) || null });
    void navigate(to, { replace: true, preventScrollReset: true });
  };
  return (
    <Form className="queue-filters" method="get" action={GAME_REPORTS_PATH} replace preventScrollReset>
      <Select
        name="state"
        label={texts.filterState}
        value={state}
        options={STATE_FILTERS.map((value) => ({ value, label: texts.states[value] }))}
        onChange={(value) => applyFilter({ state: value })}
      />
      <Select
        name="reason"
        label={texts.filterReason}
        value={reason}
        options={[{ value: '', label: texts.anyReason }, ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))]}
        onChange={(value) => applyFilter({ reason: value })}
      />
      <Button type="submit" variant="soft">
        {texts.apply}
      </Button>
    </Form>
  );
}

function ReportList({ page, filters }: GameReportQueueProps) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => urlForGameReports(filters, after),
    getPage: pick,
    idOf,
    reload: 'always',
  });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((report) => (
          <GameReportItem key={report.id} report={report} isInQueue />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}
