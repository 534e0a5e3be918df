import { useNavigate, useNavigation } from 'react-router';
import { Note } from '../../../../web/kit/note.tsx';
import type { QueueTabCounts } from '../../../case-queue/schema.ts';
import { HELP_REQUESTS_PATH, type ReportStateFilter } from '../../schema.ts';
import { QueueFilterForm, ReportQueue, StateFilter } from '../../ui/report-queue.tsx';
import { urlForQueue } from '../../ui/urls.ts';
import type { HelpRequestQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { HelpRequestItem } from './help-request-item.tsx';

type HelpRequestQueueProps = { page: HelpRequestQueue; state: ReportStateFilter; tabs: QueueTabCounts };

/** Children who ask for help, oldest first. The page's loader returns exactly these props, also for further pages (`?after=`). */
export function HelpRequestQueueView({ page, state, tabs }: HelpRequestQueueProps) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // During navigation, show the state that is being loaded.
  const selectedState = going?.pathname === HELP_REQUESTS_PATH ? (new URLSearchParams(going.search).get('state') ?? 'waiting') : state;
  return (
    <ReportQueue
      tab="help"
      tabs={tabs}
      page={page}
      lead={
        <Note>
          <p>{texts.lead}</p>
        </Note>
      }
      urlForPage={(after) => urlForQueue(HELP_REQUESTS_PATH, { state }, after)}
      filterForm={
        <QueueFilterForm path={HELP_REQUESTS_PATH} className="queue-filters of-people">
          <StateFilter
            value={selectedState}
            onChange={(value) =>
              void navigate(urlForQueue(HELP_REQUESTS_PATH, { state: value }), { replace: true, preventScrollReset: true })
            }
          />
        </QueueFilterForm>
      }
      emptyText={texts.emptyText}
      renderReport={(request) => <HelpRequestItem key={request.id} request={request} isInQueue />}
    />
  );
}
