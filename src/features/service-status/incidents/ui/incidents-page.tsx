import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { STATUS_PATH, type CheckState, type Incident } from '../../schema.ts';
import { urlForIncident, type CheckView, type Done, type IncidentsView } from '../schema.ts';
import { texts } from '../texts.ts';
import './incidents.css';

const PILLS: Record<CheckState, string> = { works: 'resolved', slow: 'reviewing', down: 'late' };

/** For operators: what the checks say now, and what they wrote on the status page. */
export function IncidentsPage({ view: { checks, isStale, incidents }, done }: { view: IncidentsView; done: Done | null }) {
  return (
    <AdminLayout page="status" title={texts.title} lead={texts.lead} className="incidents">
      {done && (
        <div role="status">
          <Note variant="good" title={texts.done[done].title}>
            <p>{texts.done[done].text}</p>
          </Note>
        </div>
      )}
      <p className="incident-acts">
        <LinkButton variant="primary" to={urlForIncident()}>
          {texts.write}
        </LinkButton>
        <LinkButton variant="soft" to={STATUS_PATH}>
          {texts.page}
        </LinkButton>
      </p>
      <section className="panel incident-panel" aria-labelledby="status-checks">
        <h2 id="status-checks">{texts.checks}</h2>
        {isStale && (
          <Note variant="bad">
            <p>{texts.stale}</p>
          </Note>
        )}
        {checks[0] ? <p className="muted">{texts.checkedAt(checks[0].at)}</p> : <p className="muted">{texts.noChecks}</p>}
        {checks.length > 0 && (
          <ul className="check-list">
            {checks.map((check) => (
              <CheckItem key={check.part} check={check} />
            ))}
          </ul>
        )}
      </section>
      <section className="incident-panel" aria-labelledby="status-incidents">
        <h2 id="status-incidents">{texts.incidents}</h2>
        {incidents.length === 0 ? (
          <p className="muted">{texts.noIncidents}</p>
        ) : (
          <ul className="reports">
            {incidents.map((incident) => (
              <IncidentItem key={incident.id} incident={incident} />
            ))}
          </ul>
        )}
      </section>
    </AdminLayout>
  );
}

function CheckItem({ check }: { check: CheckView }) {
  const { part, state, error } = check;
  return (
    <li>
      <b>{texts.part[part]}</b>
      <span className={`state-pill ${PILLS[state]}`}>{texts.state[state]}</span>
      <span className="check-time">{texts.took(check)}</span>
      {error !== '' && <span className="check-error">{error}</span>}
    </li>
  );
}

function IncidentItem({ incident: { id, title, startedAt, endedAt, parts } }: { incident: Incident }) {
  return (
    <li className="report in-queue">
      <p className="report-marks">
        <span className={endedAt === null ? 'state-pill late' : 'state-pill resolved'}>
          <Icon icon={endedAt === null ? 'clock' : 'check'} size="small" />
          {endedAt === null ? texts.open : texts.over}
        </span>
      </p>
      <p className="report-game" dir="auto">
        <Link to={urlForIncident(id)}>{title}</Link>
      </p>
      <p className="report-facts">
        <time dateTime={startedAt}>{texts.at(startedAt)}</time>
        <span>{parts.map((part) => texts.part[part]).join(', ')}</span>
      </p>
    </li>
  );
}
