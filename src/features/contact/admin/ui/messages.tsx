import { Form, Link, useLocation, useNavigate, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../../web/infinite-list.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Select } from '../../../../web/kit/select.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { MESSAGES_PATH, type MessageItem, type MessagePage, type MessageFilter } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './inbox.css';

const STATES: readonly MessageFilter[] = ['open', 'answered', 'closed', 'all'];

function urlForMessages(state: string, after: string | null = null): string {
  const query = new URLSearchParams();
  if (state !== 'open') query.set('state', state);
  if (after !== null) query.set('after', after);
  return query.size === 0 ? MESSAGES_PATH : `${MESSAGES_PATH}?${query.toString()}`;
}

const pick = (answer: { page?: MessagePage }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type MessagesProps = { page: MessagePage; state: MessageFilter };

/** The list of messages. The page's loader provides exactly these props, also for further pages (`?after=`). */
export function Messages({ page, state }: MessagesProps) {
  const { pathname, search } = useLocation();
  const pendingLocation = useNavigation().location;
  const isLoadingPage = pendingLocation?.pathname === pathname && pendingLocation.search !== search;
  return (
    <AdminLayout page="messages" title={texts.title} lead={texts.lead(page.open, page.late)} isLeadStatus>
      <Filter state={state} />
      {new URLSearchParams(search).has('after') && (
        <p>
          <Link className="link moderation-link" to={urlForMessages(state)}>
            {texts.fromStart}
          </Link>
        </p>
      )}
      <div className={isLoadingPage ? 'queue stale' : 'queue'} aria-busy={isLoadingPage}>
        <List key={pathname + search} page={page} state={state} />
      </div>
    </AdminLayout>
  );
}

/** Without JavaScript the button applies the filter. With JavaScript a change applies at once, and the button reloads the list. */
function Filter({ state }: { state: MessageFilter }) {
  const navigate = useNavigate();
  return (
    <Form className="queue-filters" method="get" action={MESSAGES_PATH} replace preventScrollReset>
      <Select
        name="state"
        label={texts.state}
        value={state}
        options={STATES.map((value) => ({ value, label: texts.states[value] }))}
        onChange={(value) => void navigate(urlForMessages(value), { replace: true, preventScrollReset: true })}
      />
      <Button type="submit" variant="soft">
        {texts.apply}
      </Button>
    </Form>
  );
}

function List({ page, state }: MessagesProps) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => urlForMessages(state, after),
    getPage: pick,
    idOf,
    reload: 'always',
  });
  if (items.length === 0) return <EmptyState title={texts.empty} text={texts.emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((item) => (
          <Item key={item.id} item={item} />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}

function Item({ item }: { item: MessageItem }) {
  return (
    <li className="report in-queue">
      <p className="report-marks">
        <StatePill item={item} />
      </p>
      <h2 className="report-game" dir="auto">
        <Link to={`${MESSAGES_PATH}/${item.id}`}>{item.subject}</Link>
      </h2>
      <p className="report-words inbox-words" dir="auto">
        {item.body}
      </p>
      <p className="report-facts">
        <span dir="auto">{item.name}</span> <span>{item.email}</span> <span>{texts.age(item.ageHours)}</span>
      </p>
    </li>
  );
}

/** The state of a message: open, answered or closed; whether it is overdue; and whether it has priority. */
export function StatePill({ item }: { item: MessageItem }) {
  const look = item.state === 'open' ? 'new' : item.state === 'answered' ? 'resolved' : 'dismissed';
  return (
    <>
      <span className={`state-pill ${look}`}>{texts.states[item.state]}</span>
      {item.late && <span className="state-pill late">{texts.late}</span>}
      {item.pro && <span className="state-pill reviewing">{texts.pro}</span>}
    </>
  );
}
