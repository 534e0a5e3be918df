import { useState } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Note } from '../../../web/kit/note.tsx';
import { urlForCase } from '../rules.ts';
import { ASSIGNMENT_PATH, CASE_QUEUE_PATH, type CaseKey, type CaseStatus } from '../schema.ts';
import { texts } from '../texts.ts';
import { Assignee } from './assignee.tsx';
import { AssignmentForm } from './assignment-form.tsx';
import { CaseClock } from './case-clock.tsx';
import { useLiveCases } from './use-live-cases.ts';
import { useServerTime } from './use-server-time.ts';
import '../../../web/staff.css';
import './case-bar.css';

type OpenCaseStatus = NonNullable<CaseStatus>;
type CaseBarProps = { caseKey: CaseKey; status: OpenCaseStatus };

/** The top of the page of an open case: the way back to the list, how much time is left, who looks at it, and how to take or leave it. */
export function CaseBar({ caseKey, status }: CaseBarProps) {
  const live = useLiveStatus(caseKey, status);
  // What the page showed stays in sight until somebody goes on.
  const shown = live ?? status;
  const now = useServerTime(shown.now);
  return (
    <>
      <Link className="see-all case-back" to={CASE_QUEUE_PATH}>
        <Icon icon="arrow-left" size="small" />
        {texts.back(shown.total)}
      </Link>
      <section className={shown.isUrgent ? 'case-bar urgent' : 'case-bar'} aria-label={texts.bar}>
        <div className="case-bar-facts">
          {shown.isUrgent && <span className="case-bar-urgent">{texts.pills.urgent}</span>}
          <CaseClock openedAt={shown.openedAt} dueAt={shown.dueAt} now={now} />
          <div role="status">{shown.assignee ? <Assignee assignee={shown.assignee} /> : <p className="case-assignee">{texts.free}</p>}</div>
        </div>
        {live === null ? (
          <Note>
            <p>{texts.closed}</p>
          </Note>
        ) : (
          <Assignment caseKey={caseKey} status={shown} />
        )}
      </section>
    </>
  );
}

function Assignment({ caseKey, status: { isUrgent, assignee, colleagues } }: CaseBarProps) {
  // The bar of an urgent case is red.
  const variant = isUrgent ? 'plain' : 'soft';
  const stays = urlForCase(caseKey);
  return (
    <div className="case-bar-acts">
      {/* What opened by itself is taken by a press: until then an urgent case still calls the others. */}
      {!(assignee?.isSelf && assignee.isDeliberate) && (
        <AssignmentForm caseKey={caseKey} action={assignee && !assignee.isSelf ? 'take-over' : 'take'} returnUrl={stays}>
          <Button type="submit" variant={variant} size="sm">
            <Icon icon="hand" />
            {assignee && !assignee.isSelf ? texts.takeOver : texts.take}
          </Button>
        </AssignmentForm>
      )}
      {colleagues.length > 0 && (
        <details className="case-bar-hand-on">
          <summary className={buttonClass({ variant, size: 'sm' })}>{texts.handOn}</summary>
          <AssignmentForm caseKey={caseKey} action="hand-on" returnUrl={CASE_QUEUE_PATH} className="case-bar-to">
            <label className="field">
              <span>{texts.handOnTo}</span>
              <select className="select" name="to">
                {colleagues.map(({ id, displayName }) => (
                  <option key={id} value={id}>
                    {displayName}
                  </option>
                ))}
              </select>
            </label>
            <Button type="submit" variant="primary" size="sm">
              {texts.handOn}
            </Button>
          </AssignmentForm>
        </details>
      )}
      {assignee?.isSelf && (
        <AssignmentForm caseKey={caseKey} action="leave" returnUrl={CASE_QUEUE_PATH}>
          <Button type="submit" variant="ghost" size="sm">
            {texts.leave}
          </Button>
        </AssignmentForm>
      )}
    </div>
  );
}

/**
 * Who looks at the case now. Only this is loaded again, not the page: nobody decides about what came in unseen.
 * @returns null if nothing of the case is open any more
 */
function useLiveStatus({ kind, subjectId }: CaseKey, status: OpenCaseStatus): CaseStatus {
  const [live, setLive] = useState<{ over: OpenCaseStatus; status: CaseStatus } | null>(null);
  useLiveCases(async () => {
    const answer = await fetch(`${ASSIGNMENT_PATH}?${new URLSearchParams({ kind, subjectId }).toString()}`, {
      headers: { accept: 'application/json' },
    }).catch(() => null);
    // Without an answer the page shows what it knows: the next event asks again.
    if (answer?.status === 200) setLive({ over: status, status: ((await answer.json()) as { status: CaseStatus }).status });
  });
  // The page was loaded again since, or is of another case.
  return live?.over === status ? live.status : status;
}
