import { Check, Clock } from 'lucide-react';
import { useInfiniteList } from '../../../../web/growing-list.ts';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { Note } from '../../../../web/kit/note.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState } from '../../../../web/kit/state.tsx';
import { Tabs } from '../../../../web/kit/tabs.tsx';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { useFocusFallback } from '../../../../web/kit/use-kept-focus.ts';
import { ModerationTabs } from '../../../moderation/ui/moderation-tabs.tsx';
import { PICTURES_ADDRESS } from '../../../moderation/schema.ts';
import type { PictureQueue, Shown, VerdictAnswer } from '../schema.ts';
import { texts } from '../texts.ts';
import { PictureItem } from './picture-item.tsx';

const pick = (answer: { page?: PictureQueue }) => answer.page ?? null;
const idOf = ({ id }: { id: string }) => id;

type PictureQueueProps = { page: PictureQueue; answer: VerdictAnswer | undefined };

/** The address of a list of pictures. @param after the cursor of a later page */
function addressOfPictures(shown: Shown, after?: string): string {
  const query = new URLSearchParams({ ...(shown === 'approved' && { state: shown }), ...(after !== undefined && { after }) });
  return query.size === 0 ? PICTURES_ADDRESS : `${PICTURES_ADDRESS}?${query.toString()}`;
}

/** Pictures that wait for a look, the oldest first, or approved ones. The page's loader gives exactly these, also for further pages (`?after=`). */
export function PictureQueueView({ page, answer }: PictureQueueProps) {
  const { pathname, search } = useLocation();
  const failed = answer && !answer.ok && answer.code !== 'bad-input' ? answer : null;
  useVerdictToast(answer);
  const lead = useFocusFallback<HTMLParagraphElement>(answer, page);
  return (
    <div className="wrap section moderation">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead" role="status" {...lead}>
          {texts.lead(page.waiting, page.late)}
        </p>
      </div>
      <ModerationTabs chosen="pictures" />
      {answer?.ok && (
        <noscript>
          <Note variant="good" title={texts.done[answer.verdict].title}>
            <p>{texts.done[answer.verdict].text}</p>
          </Note>
        </noscript>
      )}
      {failed && (
        <div role="alert">
          <Note variant="bad" title={texts.failed.title}>
            <p>{failed.code === 'not-available' ? texts.tooLate : texts.failed.text}</p>
          </Note>
        </div>
      )}
      <Note>
        <p>{texts.help}</p>
      </Note>
      <Tabs
        label={texts.shown.label}
        tabs={[
          { to: addressOfPictures('waiting'), label: texts.shown.waiting, icon: Clock, isSelected: page.shown === 'waiting' },
          { to: addressOfPictures('approved'), label: texts.shown.approved, icon: Check, isSelected: page.shown === 'approved' },
        ]}
      />
      {new URLSearchParams(search).has('after') && (
        <p>
          <Link className="link moderation-link" to={addressOfPictures(page.shown)}>
            {texts.fromStart}
          </Link>
        </p>
      )}
      <div className="queue">
        <Pictures key={pathname + search} page={page} answer={answer} />
      </div>
    </div>
  );
}

function Pictures({ page, answer }: PictureQueueProps) {
  const { list, items, end } = useInfiniteList(page, {
    urlForPage: (after) => addressOfPictures(page.shown, after),
    getPage: pick,
    idOf,
    reload: 'always',
  });
  const none = page.shown === 'waiting' ? { title: texts.empty, text: texts.emptyText } : texts.emptyApproved;
  if (items.length === 0) return <EmptyState {...none} level={2} />;
  return (
    <>
      <ol ref={list} className="reports">
        {items.map((picture) => (
          <PictureItem key={picture.id} picture={picture} shown={page.shown} answer={answer?.picture === picture.id ? answer : undefined} />
        ))}
      </ol>
      <ListEnd end={end} />
    </>
  );
}

function useVerdictToast(answer: VerdictAnswer | undefined): void {
  const toast = useToast();
  const told = useRef<VerdictAnswer>(undefined);
  useEffect(() => {
    if (!answer?.ok || told.current === answer) return;
    told.current = answer;
    toast(texts.done[answer.verdict]);
  }, [answer, toast]);
}
