import { useNavigate, useNavigation } from 'react-router';
import { Select } from '../../../web/kit/select.tsx';
import type { QueueTabCounts } from '../../case-queue/schema.ts';
import type { GameReportReason } from '../../reports/schema.ts';
import { GAME_REPORTS_PATH, type GameReportFilters, type GameReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { GameReportItem } from './game-report-item.tsx';
import { QueueFilterForm, ReportQueue, StateFilter } from './report-queue.tsx';
import { urlForQueue } from './urls.ts';
import '../../../web/staff.css';

type GameReportQueueProps = { page: GameReportQueue; filters: GameReportFilters; tabs: QueueTabCounts };

/** Reports on games, oldest first. The page's loader returns `page` and what is chosen, also for further pages (`?after=`). */
export function GameReportQueueView({ page, filters, tabs }: GameReportQueueProps) {
  return (
    <ReportQueue
      tab="game"
      tabs={tabs}
      page={page}
      urlForPage={(after) => urlForQueue(GAME_REPORTS_PATH, filters, after)}
      filterForm={<GameFilterForm filters={filters} />}
      emptyText={texts.emptyText}
      renderReport={(report) => <GameReportItem key={report.id} report={report} isInQueue />}
    />
  );
}

function GameFilterForm({ filters }: { filters: GameReportFilters }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the filters that are being loaded.
  const params = new URLSearchParams(
    going?.pathname === GAME_REPORTS_PATH ? going.search : urlForQueue(GAME_REPORTS_PATH, filters).slice(GAME_REPORTS_PATH.length),
  );
  const state = params.get('state') ?? 'waiting';
  const reason = params.get('reason') ?? '';
  const applyFilter = (changed: { state?: string; reason?: string }) => {
    const now = { state, reason, ...changed };
    const to = urlForQueue(GAME_REPORTS_PATH, {
      state: now.state as GameReportFilters['state'],
      reason: (now.reason as GameReportReason) || null,
    });
    void navigate(to, { replace: true, preventScrollReset: true });
  };
  return (
    <QueueFilterForm path={GAME_REPORTS_PATH} className="queue-filters">
      <StateFilter value={state} onChange={(value) => applyFilter({ state: value })} />
      <Select
        name="reason"
        label={texts.filterReason}
        value={reason}
        options={[{ value: '', label: texts.anyReason }, ...Object.entries(texts.reasons).map(([value, label]) => ({ value, label }))]}
        onChange={(value) => applyFilter({ reason: value })}
      />
    </QueueFilterForm>
  );
}
