import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import type { AnnouncementResult, AnnouncementsView } from '../schema.ts';
import { doneToast, texts } from '../texts.ts';
import { AnnouncementForm } from './announcement-form.tsx';
import { AnnouncementList } from './announcement-list.tsx';
import './announcements.css';

type AnnouncementsPageProps = { view: AnnouncementsView; isFirst: boolean; answer: AnnouncementResult | undefined };

/** The operators' page of announcements: a form with its preview, and what is planned, runs and was. */
export function AnnouncementsPage({ view, isFirst, answer }: AnnouncementsPageProps) {
  const toast = answer?.ok ? doneToast(answer) : null;
  useResultToast(answer, toast);
  const failure = answer && !answer.ok ? answer : null;
  const isOfList = failure?.values['do'] === 'end' || failure?.values['do'] === 'delete';
  return (
    <AdminLayout page="announcements" title={texts.title} lead={texts.lead} className="announcements">
      <ResultNotice toast={toast} />
      <div className="announcements-parts">
        <AnnouncementForm
          // Another one, or an empty one after it was saved.
          key={`${view.editing?.id ?? ''} ${answer?.ok === true && answer.do === 'start' ? answer.formId : ''}`}
          editing={view.editing}
          newId={view.newId}
          preview={answer?.ok === true && answer.do === 'preview' ? answer.values : null}
          failure={isOfList ? null : failure}
          answer={answer}
        />
        <AnnouncementList view={view} isFirst={isFirst} failure={isOfList ? failure : null} />
      </div>
    </AdminLayout>
  );
}
