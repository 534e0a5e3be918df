import { formatDateTime } from '../../../../shared/date-format.ts';
import type { AuditLogEntry } from '../schema.ts';
import { texts } from '../texts.ts';
import '../../../../web/staff.css';

type AuditLogProps = {
  id: string;
  /** The heading, for a page with more than one log. */
  about?: string;
  log: AuditLogEntry[];
};

/** The operators' actions, newest first. */
export function AuditLog({ id, about, log }: AuditLogProps) {
  return (
    <section aria-labelledby={about === undefined ? id : `${id} ${about}`}>
      <h3 id={id}>{texts.log}</h3>
      {log.length === 0 ? (
        <p className="muted">{texts.noLog}</p>
      ) : (
        <ol className="case-log">
          {log.map((entry) => (
            <li key={entry.id}>
              <p>
                <b>@{entry.actor}</b> {texts.loggedActions[entry.action] ?? entry.action}
              </p>
              <p className="case-note" dir="auto">
                {entry.note}
              </p>
              <time dateTime={entry.at}>{formatDateTime(entry.at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
