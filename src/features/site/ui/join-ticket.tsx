import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Kombi } from '../../../web/kit/kombi.tsx';
import { texts } from '../texts.ts';
import './join-ticket.css';

const PERK_STICKERS = ['clock', 'heart', 'friends'];

/** The sign-up invitation for visitors, in the place where a player sees recently played games. */
export function JoinTicket() {
  const { join } = texts.home;
  return (
    <section className="section wrap" aria-labelledby="join">
      <div className="ticket">
        <div className="pindo" />
        <div className="ticket-main">
          <div>
            <h2 id="join">{join.title}</h2>
            <p className="muted">{join.lead}</p>
          </div>
          <ul className="perks">
            {join.perks.map((perk, index) => (
              <li key={perk}>
                <img src={`/stickers/${PERK_STICKERS[index]}.svg`} width="48" height="48" alt="" loading="lazy" />
                {perk}
              </li>
            ))}
          </ul>
          <div className="ticket-acts">
            <LinkButton variant="primary" size="lg" to="/signup">
              {join.signUp}
            </LinkButton>
            <Link className="link" to="/login">
              {join.logIn}
            </Link>
          </div>
        </div>
        <div className="ticket-stub" aria-hidden="true">
          <span className="says" lang="sw">
            {join.welcome}
          </span>
          <Kombi mood="peek" lazy />
        </div>
      </div>
    </section>
  );
}
