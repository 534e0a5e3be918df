import { Link } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { ResultNotice } from '../../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../../web/kit/use-result-toast.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { INCIDENTS_PATH, type Done, type IncidentResult, type IncidentView } from '../schema.ts';
import { texts } from '../texts.ts';
import { DeleteForm, EndForm, UpdateForm } from './change-forms.tsx';
import { IncidentForm } from './incident-form.tsx';
import './incidents.css';

type IncidentPageProps = { view: IncidentView; done: Done | null; answer: IncidentResult | undefined };

/** For operators: an incident with its form and what can be done to it; or the form for a new one. */
export function IncidentPage({ view, done, answer }: IncidentPageProps) {
  const { incident, log, version } = view;
  const saved = answer?.ok && answer.do !== 'preview' && answer.do !== 'delete' ? texts.saved[answer.do] : null;
  // After the next answer the page speaks of that one.
  const written = done !== null && answer === undefined ? texts.done[done] : null;
  useResultToast(answer, saved);
  return (
    <AdminLayout
      page="status"
      title={incident === null ? texts.newTitle : texts.editTitle}
      lead={incident === null ? texts.newLead : undefined}
      className="incidents"
    >
      <p>
        <Link className="see-all case-back" to={INCIDENTS_PATH}>
          <Icon icon="chevron-left" size="small" />
          {texts.back}
        </Link>
      </p>
      <ResultNotice toast={saved} />
      {written && (
        <div role="status">
          <Note variant="good" title={written.title}>
            <p>{written.text}</p>
          </Note>
        </div>
      )}
      {/* Saved, the form shows what is stored now. */}
      <IncidentForm key={version} view={view} answer={answer} />
      {incident !== null && (
        <>
          <div className="incident-forms">
            <UpdateForm key={`update ${incident.updates.length}`} view={view} answer={answer} />
            {incident.endedAt === null && <EndForm view={view} answer={answer} />}
            <DeleteForm view={view} answer={answer} />
          </div>
          <section aria-labelledby="incident-log">
            <h2 id="incident-log">{texts.log}</h2>
            <IncidentLog log={log} />
          </section>
        </>
      )}
    </AdminLayout>
  );
}

function IncidentLog({ log }: Pick<IncidentView, 'log'>) {
  if (log.length === 0) return <p className="muted">{texts.noLog}</p>;
  return (
    <ol className="case-log">
      {log.map((entry) => (
        <li key={entry.id}>
          <p>
            <b>@{entry.actor}</b> {texts.actionsInLog[entry.action] ?? entry.action}
          </p>
          <p className="case-note" dir="auto">
            {entry.note}
          </p>
          <time dateTime={entry.at}>{texts.at(entry.at)}</time>
        </li>
      ))}
    </ol>
  );
}
