import { Icon } from '../../../web/kit/icon.tsx';
import type { IconName } from '../../../web/kit/icon-names.ts';
import type { DayState, PartState, StatusView } from '../schema.ts';
import { sayStatus, texts } from '../texts.ts';
import { DayList } from './day-list.tsx';
import { IncidentCard } from './incident-card.tsx';
import { PartCard } from './part-card.tsx';
import './status.css';

const ICONS: Record<PartState, IconName> = { works: 'check', slow: 'clock', down: 'x', unknown: 'cloud-off', off: 'pause' };
const LEGEND: readonly DayState[] = ['works', 'slow', 'down', 'none'];

/** /status: whether everything works, the last 90 days of each part, and what happened. It needs no script. */
export function StatusPage({ view }: { view: StatusView }) {
  const { down, slow, off, isKnown, open, past } = view;
  const isOff = off.maintenance !== null || off.features.length > 0;
  const { title, lines } = sayStatus(view);
  const state: PartState = down.length > 0 ? 'down' : slow.length > 0 ? 'slow' : !isKnown ? 'unknown' : isOff ? 'off' : 'works';
  return (
    <div className="wrap section uptime">
      <section className={`uptime-now ${state}`} aria-label={texts.label}>
        <span className="uptime-sign">
          <Icon icon={ICONS[state]} />
        </span>
        <div>
          <h1>{title}</h1>
          {lines.map((line) => (
            <p key={line} dir="auto">
              {line}
            </p>
          ))}
        </div>
      </section>
      {open.map((incident) => (
        <IncidentCard key={incident.id} incident={incident} />
      ))}
      <section aria-labelledby="status-parts" className="uptime-list">
        <h2 id="status-parts">{texts.parts}</h2>
        <ul className="uptime-legend" aria-label={texts.legend}>
          {LEGEND.map((each) => (
            <li key={each}>
              <span className={`uptime-key ${each}`} />
              {texts.bars[each]}
            </li>
          ))}
        </ul>
        {view.parts.map((part) => (
          <PartCard key={part.part} status={part} icon={ICONS[part.state]} />
        ))}
        <DayList rows={view.dayRows} />
        <p className="muted">{texts.note}</p>
      </section>
      <section aria-labelledby="status-happened" className="uptime-list">
        <h2 id="status-happened">{texts.happened}</h2>
        {past.length === 0 ? (
          <div className="panel uptime-none">
            <b>{texts.nothing}</b>
            {open.length === 0 && <p>{texts.nothingText}</p>}
          </div>
        ) : (
          past.map((incident) => <IncidentCard key={incident.id} incident={incident} />)
        )}
      </section>
    </div>
  );
}
