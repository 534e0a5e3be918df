import { useNavigate, useNavigation } from 'react-router';
import type { QueueTabCounts } from '../../../case-queue/schema.ts';
import { GROUP_REPORTS_PATH, type ReportStateFilter } from '../../schema.ts';
import { QueueFilterForm, ReportQueue, StateFilter } from '../../ui/report-queue.tsx';
import { urlForQueue } from '../../ui/urls.ts';
import type { GroupReportQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { GroupReportItem } from './group-report-item.tsx';

type GroupReportQueueProps = { page: GroupReportQueue; state: ReportStateFilter; tabs: QueueTabCounts };

/** Reported groups, oldest report first. The page's loader returns exactly these props, also for further pages (`?after=`). */
export function GroupReportQueueView({ page, state, tabs }: GroupReportQueueProps) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the state that is being loaded.
  const selectedState = going?.pathname === GROUP_REPORTS_PATH ? (new URLSearchParams(going.search).get('state') ?? 'waiting') : state;
  return (
    <ReportQueue
      tab="group"
      tabs={tabs}
      page={page}
      urlForPage={(after) => urlForQueue(GROUP_REPORTS_PATH, { state }, after)}
      filterForm={
        <QueueFilterForm path={GROUP_REPORTS_PATH} className="queue-filters of-people">
          <StateFilter
            value={selectedState}
            onChange={(value) =>
              void navigate(urlForQueue(GROUP_REPORTS_PATH, { state: value }), { replace: true, preventScrollReset: true })
            }
          />
        </QueueFilterForm>
      }
      emptyText={texts.emptyText}
      renderReport={(report) => <GroupReportItem key={report.id} report={report} isInQueue />}
    />
  );
}
