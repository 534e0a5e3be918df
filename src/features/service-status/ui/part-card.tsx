import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import type { DayState, PartStatus } from '../schema.ts';
import { texts } from '../texts.ts';

/** Bars differ in height as well as in colour. */
const HEIGHTS: Record<DayState, number> = { works: 14, slow: 22, down: 32, none: 14 };
const BAR = { width: 7, step: 10, height: 32 };

/** One part: its state now, a bar for each day, and for how much of the time it worked. */
export function PartCard({ status: { part, state, off, days, percent }, icon }: { status: PartStatus; icon: IconName }) {
  return (
    <section className="panel uptime-part" aria-labelledby={`status-${part}`}>
      <h3 id={`status-${part}`}>{texts.part(part)}</h3>
      <p className={`uptime-state ${state}`}>
        <Icon icon={icon} size="small" />
        {texts.states[state]}
      </p>
      {off && (
        <p className="uptime-off">
          {texts.partOff(part)}
          {off.message !== '' && <span dir="auto">{off.message}</span>}
        </p>
      )}
      <svg
        className="uptime-bars"
        viewBox={`0 0 ${days.length * BAR.step - (BAR.step - BAR.width)} ${BAR.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={texts.bar(part)}
      >
        {(Object.keys(HEIGHTS) as DayState[]).map((each) => (
          <path key={each} className={each} d={drawBars(days, each)} />
        ))}
      </svg>
      <p className="uptime-axis">
        <span>{texts.daysAgo}</span>
        <b>{texts.percent(percent)}</b>
        <span>{texts.today}</span>
      </p>
    </section>
  );
}

/** The bars of one state, as one path: 90 elements for each part would be more to send than all words of the page. */
function drawBars(days: readonly DayState[], wanted: DayState): string {
  const height = HEIGHTS[wanted];
  return days
    .map((state, index) => (state === wanted ? `M${index * BAR.step} ${BAR.height - height}h${BAR.width}v${height}h-${BAR.width}z` : ''))
    .join('');
}
