import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';
import '../../../web/staff.css';

/** An entry of the audit log as a case shows it. `what`: what the actor did. */
type CaseLogEntry = { id: string; at: string; actor: string; what: string; note: string };

type CaseLayoutProps = {
  /** If something of the case is open: who looks at it, with the way back to what waits (case-queue/ui/case-bar.tsx). */
  bar: ReactNode;
  /** The URL of the queue that a closed case belongs to, and the words of the link to it. */
  queueUrl: string;
  backLabel?: string;
  /** The game or player. */
  head: ReactNode;
  reportsTitle: string;
  /** The reports as list items. */
  reports: ReactNode[];
  form: ReactNode;
  log: CaseLogEntry[];
  /** Shown between the form and the log. */
  children?: ReactNode;
  /** Shown below the reports; on narrow screens after everything else. */
  record?: ReactNode;
};

/** A moderation case: a game or player, the reports, the form to decide, and the audit log. */
export function CaseLayout({
  bar,
  queueUrl,
  backLabel = texts.back,
  head,
  reportsTitle,
  reports,
  form,
  log,
  children,
  record = null,
}: CaseLayoutProps) {
  return (
    <div className="wrap section moderation case">
      <div className="case-head">
        {bar ?? (
          <Link className="see-all case-back" to={queueUrl}>
            <Icon icon="chevron-left" size="small" />
            {backLabel}
          </Link>
        )}
        {head}
      </div>
      <section className="case-reports" aria-labelledby="case-reports">
        <h2 id="case-reports">{reportsTitle}</h2>
        {reports.length === 0 ? <p className="muted">{texts.empty}</p> : <ol className="reports">{reports}</ol>}
      </section>
      <div className="case-side">
        <section className="panel" aria-labelledby="case-decide">
          <h2 id="case-decide">{texts.decide}</h2>
          {form}
        </section>
        {children}
        <section aria-labelledby="case-log">
          <h2 id="case-log">{texts.log}</h2>
          {log.length === 0 ? <p className="muted">{texts.noLog}</p> : <CaseLog entries={log} />}
        </section>
      </div>
      {record && <div className="case-record">{record}</div>}
    </div>
  );
}

/** A link to the form, which is below the reports on narrow screens. */
export function JumpToForm() {
  return (
    <a className="link case-jump" href="#case-decide">
      {texts.decide}
    </a>
  );
}

function CaseLog({ entries }: { entries: CaseLogEntry[] }) {
  return (
    <ol className="case-log">
      {entries.map((entry) => (
        <li key={entry.id}>
          <p>
            <b>@{entry.actor}</b> {entry.what}
          </p>
          <p className="case-note">{entry.note}</p>
          <time dateTime={entry.at}>{texts.at(entry.at)}</time>
        </li>
      ))}
    </ol>
  );
}
