import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../../web/growing-list.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../../web/kit/state.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { PersonQueue } from '../schema.ts';
import { texts } from '../texts.ts';
import { addressOfPeople, type ShownState } from './address.ts';
import { PLAYERS_ADDRESS } from '../../schema.ts';
import { ModerationTabs } from '../../ui/moderation-tabs.tsx';
import { PersonReportItem } from './person-report.tsx';

const STATES: ShownState[] = ['waiting', 'new', 'reviewing', 'resolved', 'dismissed', 'all'];

const pick = (answer: { page?: PersonQueue }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type PersonQueueProps = { page: PersonQueue; state: ShownState };

/** Players and messages that were reported, the oldest first. The page's loader gives exactly these, also for further pages (`?after=`). */
export function PersonQueueView({ page, state }: PersonQueueProps) {
  const { pathname, search } = useLocation();
  const going = useNavigation().location;
  const isTurning = going?.pathname === pathname && going.search !== search;
  const isStart = !new URLSearchParams(search).has('after');
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
      {!isStart && (
        <p>
          <Link className="link moderation-link" to={addressOfPeople(state)}>
            {teamTexts.fromStart}
          </Link>
        </p>
      )}
      <div className={isTurning ? 'queue stale' : 'queue'} aria-busy={isTurning}>
        <Reports key={pathname + search} page={page} state={state} />
      </div>
    </div>
  );
}

/** Without JavaScript the button applies the choice; with it the choice applies at once, and the button looks again. */
function StateFilter({ state }: { state: ShownState }) {
  const navigate = useNavigate();
  const going = useNavigation().location;
  // While the next list is on its way its choice shows already.
  const asked = going?.pathname === PLAYERS_ADDRESS ? (new URLSearchParams(going.search).get('state') ?? 'waiting') : state;
  return (
    <Form className="queue-filters of-people" method="get" action={PLAYERS_ADDRESS} replace preventScrollReset>
      <Select
        name="state"
        label={teamTexts.filterState}
        value={asked}
        options={STATES.map((value) => ({ value, label: teamTexts.states[value] }))}
        onChange={(value) => void navigate(addressOfPeople(value as ShownState), { replace: true, preventScrollReset: true })}
      />
      <Button type="submit" variant="soft">
        {teamTexts.apply}
      </Button>
    </Form>
  );
}

function Reports({ page, state }: PersonQueueProps) {
  const { list, items, end } = useInfiniteList(page, { urlForPage: (after) => addressOfPeople(state, after), getPage: pick, idOf, reload: 'always' });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((report) => (
          <PersonReportItem key={report.id} report={report} isInQueue />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}
