import type { ReactNode } from 'react';
import { Form, Link, useLocation, useNavigation } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { Button } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { Select } from '../../../web/kit/select.tsx';
import type { QueueTabCounts } from '../../case-queue/schema.ts';
import { QueueTabs } from '../../case-queue/ui/queue-tabs.tsx';
import { REPORT_STATE_FILTERS, type ReportQueuePage, type ReportStateFilter } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../web/staff.css';

type ReportQueueProps<Report> = {
  tab: 'help' | 'game' | 'player' | 'group';
  tabs: QueueTabCounts;
  lead?: ReactNode;
  /** The page's loader returns it as `page`, also for further pages (`?after=`). */
  page: ReportQueuePage<Report>;
  /** The URL of a page with the same filters. @param after cursor; null for the first page */
  urlForPage: (after: string | null) => string;
  filterForm: ReactNode;
  emptyText: string;
  renderReport: (report: Report) => ReactNode;
};

/** A queue of reports, oldest first. */
export function ReportQueue<Report extends { id: string }>(props: ReportQueueProps<Report>) {
  const { tab, tabs, page, urlForPage, filterForm, lead = null } = props;
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
      <QueueTabs chosen={tab} {...tabs} />
      {lead}
      {filterForm}
      {!isFirstPage && (
        <p>
          <Link className="link moderation-link" to={urlForPage(null)}>
            {texts.backToFirstPage}
          </Link>
        </p>
      )}
      <div className={isLoading ? 'queue stale' : 'queue'} aria-busy={isLoading}>
        <ReportList key={pathname + search} {...props} />
      </div>
    </div>
  );
}

function ReportList<Report extends { id: string }>({ page, urlForPage, emptyText, renderReport }: ReportQueueProps<Report>) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage,
    getPage: (answer: { page?: ReportQueuePage<Report> }) => answer.page ?? null,
    idOf: ({ id }) => id,
    reload: 'always',
  });
  if (items.length === 0) return <EmptyState title={texts.empty} text={emptyText} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map(renderReport)}
      </ol>
      <ListEnd end={end} />
    </>
  );
}

/** Without JavaScript the button applies the filters; with it a change applies immediately, and the button reloads. */
export function QueueFilterForm({ path, className, children }: { path: string; className: string; children: ReactNode }) {
  return (
    <Form className={className} method="get" action={path} replace preventScrollReset>
      {children}
      <Button type="submit" variant="soft">
        {texts.apply}
      </Button>
    </Form>
  );
}

/** The filter by state, the first one of every queue. */
export function StateFilter({ value, onChange }: { value: string; onChange: (state: ReportStateFilter) => void }) {
  return (
    <Select
      name="state"
      label={texts.filterState}
      value={value}
      options={REPORT_STATE_FILTERS.map((state) => ({ value: state, label: texts.states[state] }))}
      onChange={(state) => onChange(state as ReportStateFilter)}
    />
  );
}
