import { formatShortDay } from '../../../shared/date-format.ts';
import type { CheckSummary } from '../schema.ts';
import { summarize, texts } from '../texts.ts';
import './game-checks.css';

type CheckCellProps = {
  check: CheckSummary | undefined;
  /** The last night that was checked; null: none was. */
  lastNight: string | null;
};

/** How a game was found when it was opened last, in its row of the list. */
export function CheckCell({ check, lastNight }: CheckCellProps) {
  if (check === undefined) return <p className="check-cell muted">{texts.notOpened}</p>;
  const { finding } = check;
  const when = check.night !== null && check.night === lastNight ? texts.night.title : formatShortDay(check.openedAt, 'Africa/Nairobi');
  return (
    <p className="check-cell">
      <span className="muted">{when}</span>
      <span className={finding === 'broken' ? 'check-broken' : undefined}>
        {finding === null ? texts.notSince : finding === 'broken' ? texts.findings.broken : summarize(check)}
        {finding === 'look' && <b className="check-look">{texts.findings.look}</b>}
      </span>
    </p>
  );
}
