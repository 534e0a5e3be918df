import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import type { Under13Outcome } from '../schema.ts';
import { texts } from '../texts.ts';
import './age.css';

/** The kind no: what is possible comes first. */
export function Under13Page({ account, isFirstAnswer }: { account: Under13Outcome | 'none'; isFirstAnswer: boolean }) {
  const { under13 } = texts;
  return (
    <div className="wrap section">
      <div className="panel age under-13">
        <Kombi mood="wave" />
        <h1>{under13.title}</h1>
        <p>{under13.lead[account]}</p>
        {isFirstAnswer && <p>{under13.firstAnswer}</p>}
        <LinkButton variant="primary" size="lg" to="/games">
          {under13.play}
        </LinkButton>
        <ul>
          {[under13.games, under13.scores].map((each) => (
            <li key={each}>
              <Icon icon="check" />
              {each}
            </li>
          ))}
        </ul>
        <p className="muted">
          {under13.more}{' '}
          <Link className="link" to="/parents">
            {under13.parents}
          </Link>
          .
        </p>
      </div>
    </div>
  );
}
