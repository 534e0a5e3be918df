import { Fragment } from 'react';
import { Link, useLocation, useRevalidator } from 'react-router';
import { useInfiniteList } from '../../../web/infinite-list.ts';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { ListEnd } from '../../../web/kit/list-end.tsx';
import { isServerReachable } from '../../../web/server-reachable.ts';
import { CASE_QUEUE_PATH, type CaseQueuePage, type QueuedCase } from '../schema.ts';
import { listCountSentences, texts } from '../texts.ts';
import { KeysLine } from './keys-line.tsx';
import { AlertSettingsLink } from '../alerts/ui/alert-settings-link.tsx';
import { QueueTabs } from './queue-tabs.tsx';
import { useKeysChoice, useListKeys } from './use-list-keys.ts';
import { useLiveCases } from './use-live-cases.ts';
import { useRowFocus } from './use-row-focus.ts';
import { useServerTime } from './use-server-time.ts';
import { WaitingRow } from './waiting-row.tsx';
import '../../../web/staff.css';
import './waiting.css';

const urlForPage = (after: string) => `${CASE_QUEUE_PATH}?after=${encodeURIComponent(after)}`;
const getPage = (answer: { page?: CaseQueuePage }) => answer.page ?? null;
const idOf = ({ kind, subjectId }: QueuedCase) => `${kind} ${subjectId}`;

/** Everything that waits for a decision. The page's loader returns `page`, also for further pages (`?after=`). */
export function WaitingPage({ page }: { page: CaseQueuePage }) {
  const { revalidate } = useRevalidator();
  useLiveCases(async () => {
    // A page that cannot load its data would be replaced by an error page.
    if (await isServerReachable()) await revalidate();
  });
  const after = new URLSearchParams(useLocation().search).get('after');
  return (
    <div className="wrap section moderation waiting-page">
      <div>
        <h1>{texts.title}</h1>
        <p className="queue-lead" role="status">
          {listCountSentences(page.counts).map(({ text, isUrgent }) => (
            <Fragment key={text}>{isUrgent ? <b>{text}</b> : text} </Fragment>
          ))}
        </p>
      </div>
      <QueueTabs chosen="waiting" counts={page.counts} isOperator={page.isOperator} />
      {after !== null && (
        <p>
          <Link className="link moderation-link" to={CASE_QUEUE_PATH}>
            {texts.fromStart}
          </Link>
        </p>
      )}
      <WaitingList key={after} page={page} returnUrl={after === null ? CASE_QUEUE_PATH : urlForPage(after)} />
      <p>
        <AlertSettingsLink />
      </p>
    </div>
  );
}

function WaitingList({ page, returnUrl }: { page: CaseQueuePage; returnUrl: string }) {
  const { list, items, end } = useInfiniteList(page, { urlForPage, getPage, idOf, reload: 'always' });
  const now = useServerTime(page.now);
  const [areKeysOn, toggleKeys] = useKeysChoice();
  const around = useRowFocus(items.map(idOf));
  useListKeys(around, areKeysOn);
  if (items.length === 0) return <EmptyState {...texts.empty} mood="happy" level={2} />;
  return (
    <div ref={around} className="queue">
      <KeysLine isOn={areKeysOn} onToggle={toggleKeys} />
      <ol ref={list} className="waiting">
        {items.map((item) => (
          <WaitingRow key={idOf(item)} item={item} now={now} returnUrl={returnUrl} />
        ))}
      </ol>
      <ListEnd end={end} />
      <p className="waiting-order">{texts.order}</p>
    </div>
  );
}
