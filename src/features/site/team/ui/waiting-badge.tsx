import { Link, useLocation } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { CASE_QUEUE_PATH, type WaitingCounts } from '../../../case-queue/schema.ts';
import { texts } from '../texts.ts';
import { useWaitingCounts } from './use-waiting-counts.ts';

/**
 * The team's way to what waits for a decision, in the top bar of every page: on wide screens with its name, on narrow ones a shield with the
 * number.
 * @param props.waiting counts from the page data; later live events override them
 */
export function WaitingBadge({ waiting }: { waiting: WaitingCounts }) {
  const { pathname } = useLocation();
  const { counts, announcement } = useWaitingCounts(waiting);
  const { total, urgent } = counts;
  return (
    <>
      <Link
        to={CASE_QUEUE_PATH}
        className="waiting-link"
        aria-label={texts.open(counts)}
        aria-current={pathname === CASE_QUEUE_PATH ? 'page' : undefined}
      >
        <Icon icon="shield" />
        <span className="waiting-word">{texts.waiting}</span>{' '}
        {total > 0 && (
          <b className={urgent > 0 ? 'waiting-count urgent' : 'waiting-count'} aria-hidden="true">
            {texts.badge(total)}
          </b>
        )}
      </Link>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}
