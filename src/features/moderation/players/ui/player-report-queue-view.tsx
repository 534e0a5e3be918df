import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../../web/infinite-list.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { PlayerReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForPlayerReports, type ReportStateFilter } from './urls.ts';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';
import { ModerationTabs } from '../../ui/moderation-tabs.tsx';
import { PlayerReportItem } from './player-report-item.tsx';
import '../../../../web/staff.css';

const STATE_FILTERS: ReportStateFilter[] = ['waiting', 'new', 'reviewing', 'resolved', 'dismissed', 'all'];

const pick = (answer: { page?: PlayerReportQueue }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type PlayerReportQueueProps = { page: PlayerReportQueue; state: ReportStateFilter };

/** Reported players and messages, oldest first. The page's loader returns exactly these props, also for further pages (`?after=`). */
export function PlayerReportQueueView({ page, state }: PlayerReportQueueProps) {
  const { pathname, search } = useLocation();
  const pendingLocation = useNavigation().location;
  const isLoading = pendingLocation?.pathname === pathname && pendingLocation.search !== search;
  const isFirstPage = !new URLSearchParams(search).has('after');
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{teamTexts.title}</h1>
        <p className="queue-lead" role="status">
          {teamTexts.lead(page.waiting, page.late)}
        </p>
      </div>
      <ModerationTabs chosen="players" />
      <StateFilter state={state} />
      {!isFirstPage && (
        <p>
          <Link className="link moderation-link" to={urlForPlayerReports(state)}>
            {teamTexts.backToFirstPage}
          </Link>
        </p>
      )}
      <div className={isLoading ? 'queue stale' : 'queue'} aria-busy={isLoading}>
        <ReportList key={pathname + search} page={page} state={state} />
      </div>
    </div>
  );
}

/** Without JavaScript the button applies the filter; with it a change applies immediately, and the button reloads. */
function StateFilter({ state }: { state: ReportStateFilter }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the state that is being loaded.
  const selectedState = going?.pathname === PLAYER_REPORTS_PATH ? (new URLSearchParams(going.search).get('state') ?? 'waiting') : state;
  return (
    <Form className="queue-filters of-people" method="get" action={PLAYER_REPORTS_PATH} replace preventScrollReset>
      <Select
        name="state"
        label={teamTexts.filterState}
        value={selectedState}
        options={STATE_FILTERS.map((value) => ({ value, label: teamTexts.states[value] }))}
        onChange={(value) => void navigate(urlForPlayerReports(value as ReportStateFilter), { replace: true, preventScrollReset: true })}
      />
      <Button type="submit" variant="soft">
        {teamTexts.apply}
      </Button>
    </Form>
  );
}

function ReportList({ page, state }: PlayerReportQueueProps) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => urlForPlayerReports(state, after),
    getPage: pick,
    idOf,
    reload: 'always',
  });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((report) => (
          <PlayerReportItem key={report.id} report={report} isInQueue />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}
