import { useEffect, useRef } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { formatDate } from '../../../../shared/date-format.ts';
import { Button } from '../../../../web/kit/button.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import type { Campaign, CampaignResult, CampaignsView } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';
import './campaign-list.css';

/** The posts, each with a send button that posts the slug as `post` to the page. */
export function CampaignList({ view, answer }: { view: CampaignsView; answer: CampaignResult | undefined }) {
  const toast = useToast();
  const shownAnswer = useRef<CampaignResult>(undefined);
  useEffect(() => {
    if (!answer?.ok || shownAnswer.current === answer) return;
    shownAnswer.current = answer;
    toast(texts.done);
  }, [answer, toast]);
  if (view.posts.length === 0) return <EmptyState title={texts.empty} level={2} />;
  return (
    <>
      <ResultNotice answer={answer} />
      <p className="muted">{texts.note}</p>
      <ul className="reports">
        {view.posts.map((post) => (
          <CampaignItem key={post.slug} post={post} />
        ))}
      </ul>
    </>
  );
}

function CampaignItem({ post }: { post: Campaign }) {
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
          disabled={post.waiting === 0}
          aria-disabled={isBusy || undefined}
          aria-label={texts.mailPost(post.title)}
        >
          {isBusy ? texts.busy : texts.mail}
        </Button>
      </Form>
    </li>
  );
}

/** The result for browsers without JavaScript, and errors for everybody. */
function ResultNotice({ answer }: { answer: CampaignResult | undefined }) {
  if (!answer) return null;
  if (!answer.ok) {
    return (
      <div role="alert">
        <Note variant="bad" title={texts.failedTitle}>
          <p>{answer.error}</p>
        </Note>
      </div>
    );
  }
  return (
    <noscript>
      <Note variant="good" title={texts.done.title}>
        <p>{texts.done.text}</p>
      </Note>
    </noscript>
  );
}
