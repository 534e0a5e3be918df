import { useNavigate, useNavigation } from 'react-router';
import type { QueueTabCounts } from '../../../case-queue/schema.ts';
import { PLAYER_REPORTS_PATH, type ReportStateFilter } from '../../schema.ts';
import { QueueFilterForm, ReportQueue, StateFilter } from '../../ui/report-queue.tsx';
import { urlForQueue } from '../../ui/urls.ts';
import type { PlayerReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { PlayerReportItem } from './player-report-item.tsx';
import '../../../../web/staff.css';

type PlayerReportQueueProps = { page: PlayerReportQueue; state: ReportStateFilter; tabs: QueueTabCounts };

/** Reported players and messages, oldest first. The page's loader returns `page` and what is chosen, also for further pages (`?after=`). */
export function PlayerReportQueueView({ page, state, tabs }: PlayerReportQueueProps) {
  return (
    <ReportQueue
      tab="player"
      tabs={tabs}
      page={page}
      urlForPage={(after) => urlForQueue(PLAYER_REPORTS_PATH, { state }, after)}
      filterForm={<PlayerFilterForm state={state} />}
      emptyText={texts.emptyText}
      renderReport={(report) => <PlayerReportItem key={report.id} report={report} isInQueue />}
    />
  );
}

function PlayerFilterForm({ state }: { state: ReportStateFilter }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the state that is being loaded.
  const selectedState = going?.pathname === PLAYER_REPORTS_PATH ? (new URLSearchParams(going.search).get('state') ?? 'waiting') : state;
  return (
    <QueueFilterForm path={PLAYER_REPORTS_PATH} className="queue-filters of-people">
      <StateFilter
        value={selectedState}
        onChange={(value) => void navigate(urlForQueue(PLAYER_REPORTS_PATH, { state: value }), { replace: true, preventScrollReset: true })}
      />
    </QueueFilterForm>
  );
}
