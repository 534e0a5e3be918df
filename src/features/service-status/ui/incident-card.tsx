import type { Incident } from '../schema.ts';
import { texts } from '../texts.ts';
import './status.css';

/** Something that happened, as everybody reads it. */
export function IncidentCard({ incident }: { incident: Incident }) {
  const { id, title, body, parts, effect, endedAt, updates } = incident;
  return (
    <article className={endedAt === null ? `panel uptime-incident ${effect}` : 'panel uptime-incident'} aria-labelledby={`incident-${id}`}>
      <p className="uptime-when">
        {endedAt === null && <b>{texts.going}</b>} {texts.when(incident)}
      </p>
      <h3 id={`incident-${id}`} dir="auto">
        {title}
      </h3>
      <p className="uptime-text" dir="auto">
        {body}
      </p>
      {updates.length > 0 && (
        <ol className="uptime-updates">
          {updates.map((update) => (
            <li key={update.id}>
              <time dateTime={update.at}>{texts.updateAt(update.at)}</time>
              <p className="uptime-text" dir="auto">
                {update.body}
              </p>
            </li>
          ))}
        </ol>
      )}
      <p className="uptime-when">{texts.incidentParts(parts)}</p>
    </article>
  );
}
