import { Link } from 'react-router';
import { GUARDIAN_PATH, type ConsentDoor } from '../schema.ts';
import { texts } from '../texts.ts';
import './guardian.css';

/** In the settings of a player under 18: where the consent stands, and the way to its page. @param returnPath of the page it stands on */
export function GuardianRow({ state, returnPath }: { state: ConsentDoor['state']; returnPath: string }) {
  const { row } = texts;
  return (
    <section className="panel guardian-row" aria-labelledby="guardian-row">
      <h2 id="guardian-row">{row.title}</h2>
      <p>{row.state[state]}</p>
      <p>
        <Link className="link" to={`${GUARDIAN_PATH}?returnUrl=${encodeURIComponent(returnPath)}`}>
          {texts.link[state]}
        </Link>
      </p>
    </section>
  );
}
