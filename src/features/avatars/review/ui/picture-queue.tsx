import { useInfiniteList } from '../../../../web/infinite-list.ts';
import { Link, useLocation } from 'react-router';
import { Note } from '../../../../web/kit/note.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { Tabs } from '../../../../web/kit/tabs.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { useFocusFallback } from '../../../../web/kit/use-focus-fallback.ts';
import { CASE_LIST_PATHS, type QueueTabCounts } from '../../../case-queue/schema.ts';
import { QueueTabs } from '../../../case-queue/ui/queue-tabs.tsx';
import type { PictureQueue, ReviewState, VerdictResult } from '../schema.ts';
import { texts } from '../texts.ts';
import { PictureItem } from './picture-item.tsx';
import '../../../../web/staff.css';

const pick = (answer: { page?: PictureQueue }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type PictureListProps = { page: PictureQueue; answer: VerdictResult | undefined };

/** The URL of a list of pictures. @param after the cursor of a later page */
function urlForPictures(shown: ReviewState, after?: string): string {
  const query = new URLSearchParams({ ...(shown === 'approved' && { state: shown }), ...(after !== undefined && { after }) });
  return query.size === 0 ? CASE_LIST_PATHS.picture : `${CASE_LIST_PATHS.picture}?${query.toString()}`;
}

/**
 * Pictures that wait for review, oldest first, or approved ones. The page's loader returns exactly these props, also for later pages
 * (`?after=`).
 */
export function PictureQueueView({ page, tabs, answer }: PictureListProps & { tabs: QueueTabCounts }) {
  const { pathname, search } = useLocation();
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer : null;
  const toast = answer?.ok ? texts.successToasts[answer.verdict] : null;
  useResultToast(answer, toast);
  const lead = useFocusFallback<HTMLParagraphElement>(answer, page);
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead" role="status" {...lead}>
          {texts.lead(page.waiting, page.late)}
        </p>
      </div>
      <QueueTabs chosen="picture" {...tabs} />
      <ResultNotice toast={toast} error={failed && { title: texts.failed.title, text: failed.error ?? texts.failed.text }} />
      <Note>
        <p>{texts.help}</p>
      </Note>
      <Tabs
        label={texts.shown.label}
        tabs={[
          { to: urlForPictures('waiting'), label: texts.shown.waiting, icon: 'clock', isSelected: page.state === 'waiting' },
          { to: urlForPictures('approved'), label: texts.shown.approved, icon: 'check', isSelected: page.state === 'approved' },
        ]}
      />
      {new URLSearchParams(search).has('after') && (
        <p>
          <Link className="link moderation-link" to={urlForPictures(page.state)}>
            {texts.fromStart}
          </Link>
        </p>
      )}
      <div className="queue">
        <PictureList key={pathname + search} page={page} answer={answer} />
      </div>
    </div>
  );
}

function PictureList({ page, answer }: PictureListProps) {
  const decidedId = answer?.ok ? answer.picture : answer?.values['picture'];
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => urlForPictures(page.state, after),
    getPage: pick,
    idOf,
    reload: 'always',
  });
  const emptyTexts = page.state === 'waiting' ? { title: texts.empty, text: texts.emptyText } : texts.emptyApproved;
  if (items.length === 0) return <EmptyState {...emptyTexts} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((picture) => (
          <PictureItem key={picture.id} picture={picture} shown={page.state} answer={decidedId === picture.id ? answer : undefined} />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}
