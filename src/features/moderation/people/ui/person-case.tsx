import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { isStanding } from '../rules.ts';
import type { PersonAnswer, PersonCase, Sanction } from '../schema.ts';
import { texts } from '../texts.ts';
import { PLAYERS_ADDRESS } from '../../schema.ts';
import { PersonReportItem } from './person-report.tsx';
import { SanctionForm } from './sanction-form.tsx';

type PersonCaseProps = {
  view: PersonCase;
  /** Operators also see what the player paid. */
  isOperator: boolean;
  /** What the page's action answered. */
  answer: PersonAnswer | undefined;
};

/** One reported player: who it is, what was said about them, what holds, what can be done, and what was done. */
export function PersonCaseView({ view, isOperator, answer }: PersonCaseProps) {
  const { person, reports, sanctions, log } = view;
  return (
    <div className="wrap section moderation case">
      <PersonHead person={person} sanctions={sanctions} isOperator={isOperator} />
      <section className="case-reports" aria-labelledby="case-reports">
        <h2 id="case-reports">{texts.reports}</h2>
        {reports.length === 0 ? (
          <p className="muted">{texts.empty}</p>
        ) : (
          <ol className="reports">
            {reports.map((report) => (
              <PersonReportItem key={report.id} report={report} />
            ))}
          </ol>
        )}
      </section>
      <div className="case-side">
        <section className="panel" aria-labelledby="case-decide">
          <h2 id="case-decide">{teamTexts.decide}</h2>
          <SanctionForm key={person.id} view={view} answer={answer} />
        </section>
        <section aria-labelledby="case-sanctions">
          <h2 id="case-sanctions">{texts.sanctions}</h2>
          <Sanctions sanctions={sanctions} />
        </section>
        <section aria-labelledby="case-log">
          <h2 id="case-log">{teamTexts.log}</h2>
          {log.length === 0 ? (
            <p className="muted">{teamTexts.noLog}</p>
          ) : (
            <ol className="case-log">
              {log.map((entry) => (
                <li key={entry.id}>
                  <p>
                    <b>@{entry.actor}</b> {texts.did[entry.action]}
                  </p>
                  <p className="case-note">{entry.note}</p>
                  <time dateTime={entry.at}>{teamTexts.at(entry.at)}</time>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}

function PersonHead({ person, sanctions, isOperator }: Pick<PersonCase, 'person' | 'sanctions'> & { isOperator: boolean }) {
  const [now] = useState(() => new Date());
  const kinds = new Set(sanctions.filter((each) => isStanding(each, now)).map((each) => each.kind));
  return (
    <div className="case-head">
      <Link className="see-all case-back" to={PLAYERS_ADDRESS}>
        <Icon icon={ChevronLeft} size="small" />
        {teamTexts.back}
      </Link>
      <div className="panel case-person">
        <Avatar src={person.avatar} size={88} />
        <div>
          <h1 dir="auto">{person.displayName}</h1>
          <p className="muted case-person-facts">
            <span>@{person.username}</span> <span>{texts.memberSince(person.memberSince)}</span>
          </p>
          {kinds.size > 0 && (
            <p className="report-marks">
              {kinds.has('mute') && <span className="state-pill late">{texts.standing.mute}</span>}
              {kinds.has('ban') && <span className="state-pill late">{texts.standing.ban}</span>}
            </p>
          )}
          {/* On narrow screens what to do stands below the reports. */}
          <a className="link case-jump" href="#case-decide">
            {teamTexts.decide}
          </a>
          {isOperator && (
            <Link className="link case-money" to={`/operator/players/${encodeURIComponent(person.id)}`}>
              {texts.money}
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

function Sanctions({ sanctions }: Pick<PersonCase, 'sanctions'>) {
  const [now] = useState(() => new Date());
  if (sanctions.length === 0) return <p className="muted">{texts.noSanctions}</p>;
  return (
    <ol className="case-log">
      {sanctions.map((each) => (
        <li key={each.id} className={isStanding(each, now) ? 'sanction standing' : 'sanction'}>
          <p>
            <b>{texts.kinds[each.kind]}</b> {howLong(each, now)}
          </p>
          <p className="case-note" dir="auto">
            {each.why}
          </p>
          <time dateTime={each.at}>{texts.given(teamTexts.at(each.at))}</time>
        </li>
      ))}
    </ol>
  );
}

/** Until when a sanction holds, or that it is over; nothing for a warning. */
function howLong(sanction: Sanction, now: Date): string {
  const { kind, until, lifted } = sanction;
  if (kind === 'warn') return '';
  if (lifted) return texts.lifted;
  if (until === null) return texts.holds;
  return isStanding(sanction, now) ? texts.holdsUntil(teamTexts.at(until)) : texts.heldUntil(teamTexts.at(until));
}
