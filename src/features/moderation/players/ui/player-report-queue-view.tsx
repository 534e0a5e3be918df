import type { ReactNode } from 'react';
import { useNavigate, useNavigation } from 'react-router';
import { PLAYER_REPORTS_PATH, type ReportStateFilter } from '../../schema.ts';
import { QueueFilterForm, ReportQueue, StateFilter } from '../../ui/report-queue.tsx';
import { urlForQueue } from '../../ui/urls.ts';
import type { PlayerReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { PlayerReportItem } from './player-report-item.tsx';
import '../../../../web/staff.css';

type PlayerReportQueueProps = { page: PlayerReportQueue; state: ReportStateFilter; urgent: ReactNode };

/** Reported players and messages, oldest first. The page's loader returns `page` and what is chosen, also for further pages (`?after=`). `urgent` is shown before all. */
export function PlayerReportQueueView({ page, state, urgent }: PlayerReportQueueProps) {
  return (
    <ReportQueue
      tab="players"
      page={page}
      urgent={urgent}
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
