import { Link } from 'react-router';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import type { OutboxView } from '../schema.ts';
import { texts } from '../texts.ts';
import './outbox.css';

/** The emails of demo mode, newest first. */
export function OutboxList({ mails }: { mails: Pick<OutboxView, 'name' | 'at' | 'to' | 'subject'>[] }) {
  const { outbox } = texts;
  return (
    <div className="wrap section outbox">
      <h1>{outbox.title}</h1>
      <p className="muted">{outbox.lead}</p>
      {mails.length === 0 ? (
        <EmptyState title={outbox.empty} text={outbox.emptyText} />
      ) : (
        <ul className="outbox-list">
          {mails.map((mail) => (
            <li key={mail.name}>
              <Link to={`/dev/outbox/${mail.name}`}>
                <b>{mail.subject}</b>
                <span>
                  {outbox.to} {mail.to}
                </span>
                <time dateTime={mail.at}>{mail.at.slice(0, 19).replace('T', ' ')} UTC</time>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
