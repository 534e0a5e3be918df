import { Form, Link, useNavigation } from 'react-router';
import { formatDate } from '../../../../shared/date-format.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import type { Campaign, CampaignResult, CampaignsView } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './campaign-list.css';

/** The posts, each with a send button that posts the slug as `post` to the page. */
export function CampaignList({ view, answer }: { view: CampaignsView; answer: CampaignResult | undefined }) {
  const toast = answer?.ok ? texts.done : null;
  const error = answer?.ok === false ? answer.error : null;
  useResultToast(answer, toast);
  if (view.posts.length === 0) return <EmptyState title={texts.empty} level={2} />;
  return (
    <>
      <ResultNotice toast={toast} error={error === null ? null : { title: texts.failedTitle, text: error }} />
      {view.isSwitchedOff && (
        <Note title={texts.switchedOff.title}>
          <p>{texts.switchedOff.text}</p>
          <Link to="/operator/switches">{texts.switchedOff.link}</Link>
        </Note>
      )}
      <p className="muted">{texts.note}</p>
      <ul className="reports">
        {view.posts.map((post) => (
          <CampaignItem key={post.slug} post={post} isSwitchedOff={view.isSwitchedOff} />
        ))}
      </ul>
    </>
  );
}

function CampaignItem({ post, isSwitchedOff }: { post: Campaign; isSwitchedOff: boolean }) {
  const isBusy = useNavigation().formData?.get('post') === post.slug;
  return (
    <li className="report mailing-post">
      <h2 className="mailing-title">
        <Link className="link" to={`/blog/${post.slug}`}>
          {post.title}
        </Link>
      </h2>
      <p className="report-facts">
        <time dateTime={post.date}>{formatDate(post.date)}</time> <span>{texts.figures(post.mailed, post.waiting)}</span>
      </p>
      <Form method="post" replace preventScrollReset onSubmit={(event) => isBusy && event.preventDefault()}>
        <Button
          type="submit"
          name="post"
          value={post.slug}
          variant="soft"
          disabled={post.waiting === 0 || isSwitchedOff}
          aria-disabled={isBusy || undefined}
          aria-label={texts.mailPost(post.title)}
        >
          {isBusy ? texts.busy : texts.mail}
        </Button>
      </Form>
    </li>
  );
}
