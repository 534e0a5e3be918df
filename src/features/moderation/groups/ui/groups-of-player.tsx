import { Link } from 'react-router';
import type { GroupOfPlayer } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForGroupCase } from './urls.ts';
import './group-case.css';

/** The groups that a player is in, on the player's page; nothing if there are none. */
export function GroupsOfPlayer({ groups }: { groups: GroupOfPlayer[] }) {
  if (groups.length === 0) return null;
  return (
    <section aria-labelledby="case-groups">
      <h2 id="case-groups">{texts.ofPlayer}</h2>
      <ul className="groups-of-player">
        {groups.map(({ id, name, role, isClosed }) => (
          <li key={id}>
            <Link className="link moderation-link" to={urlForGroupCase(id)}>
              <span dir="auto">{name}</span>
            </Link>{' '}
            <span className="muted">
              {texts.roles[role]}
              {isClosed && `, ${texts.ofPlayerClosed}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
