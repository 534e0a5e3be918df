import { getCaseTime } from '../rules.ts';
import { formatAge, formatTimeLeft } from '../texts.ts';
import './case-clock.css';

/** A day, in milliseconds. */
const FULL_MS = 86_400_000;

type CaseClockProps = { openedAt: string; dueAt: string; now: number };

/** How much of the 24 hours of a case is left: a ring, and beside it the words that say the same. */
export function CaseClock({ openedAt, dueAt, now }: CaseClockProps) {
  const { ageMs, leftMs, state } = getCaseTime({ openedAt, dueAt }, now);
  const percentLeft = Math.max(0, Math.min(100, (100 * leftMs) / FULL_MS));
  return (
    <p className={`case-clock ${state}`}>
      <svg width="40" height="40" viewBox="0 0 40 40" fill="none" aria-hidden="true">
        <circle className="case-clock-rest" cx="20" cy="20" r="15" />
        <circle
          className="case-clock-left"
          cx="20"
          cy="20"
          r="15"
          pathLength="100"
          strokeDasharray={`${percentLeft.toFixed(1)} 100`}
          transform="rotate(-90 20 20)"
        />
        <path className="case-clock-hands" d="M20 13.5V20l4 4" />
      </svg>
      <span>
        <b>{formatTimeLeft(leftMs)}</b> <time dateTime={openedAt}>{formatAge(ageMs)}</time>
      </span>
    </p>
  );
}
