import { useState } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { isSanctionActive } from '../rules.ts';
import type { PlayerActionResult, PlayerCase, Sanction } from '../schema.ts';
import { texts } from '../texts.ts';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';
import { CaseLayout, JumpToForm } from '../../ui/case-layout.tsx';
import { PlayerReportItem } from './player-report-item.tsx';
import { SanctionForm } from './sanction-form.tsx';
import '../../../../web/staff.css';
import './player-case.css';

type PlayerCaseProps = {
  view: PlayerCase;
  /** Operators also see the player's payments. */
  isOperator: boolean;
  /** Result of the page's action. */
  answer: PlayerActionResult | undefined;
};

/** One reported player: profile, reports, sanctions, possible actions, and audit log. */
export function PlayerCaseView({ view, isOperator, answer }: PlayerCaseProps) {
  const { player, reports, sanctions, log } = view;
  return (
    <CaseLayout
      queueUrl={PLAYER_REPORTS_PATH}
      head={<PlayerHead player={player} sanctions={sanctions} isOperator={isOperator} />}
      reportsTitle={texts.reports}
      reports={reports.map((report) => (
        <PlayerReportItem key={report.id} report={report} />
      ))}
      form={<SanctionForm key={player.id} view={view} answer={answer} />}
      log={log.map((entry) => ({ ...entry, what: texts.actionsInLog[entry.action] }))}
    >
      <section aria-labelledby="case-sanctions">
        <h2 id="case-sanctions">{texts.sanctions}</h2>
        <SanctionList sanctions={sanctions} />
      </section>
    </CaseLayout>
  );
}

function PlayerHead({ player, sanctions, isOperator }: Pick<PlayerCase, 'player' | 'sanctions'> & { isOperator: boolean }) {
  const [now] = useState(() => new Date());
  const activeKinds = new Set(sanctions.filter((each) => isSanctionActive(each, now)).map((each) => each.kind));
  return (
    <div className="panel case-person">
      <Avatar src={player.avatar} size={88} />
      <div>
        <h1 dir="auto">{player.displayName}</h1>
        <p className="muted case-person-facts">
          {player.isTeam && <TeamBadge />} <span>@{player.username}</span> <span>{texts.memberSince(player.memberSince)}</span>
        </p>
        {activeKinds.size > 0 && (
          <p className="report-marks">
            {activeKinds.has('mute') && <span className="state-pill late">{texts.activeSanctions.mute}</span>}
            {activeKinds.has('ban') && <span className="state-pill late">{texts.activeSanctions.ban}</span>}
          </p>
        )}
        <JumpToForm />
        {isOperator && (
          <Link className="link case-money" to={`/operator/players/${encodeURIComponent(player.id)}`}>
            {texts.money}
          </Link>
        )}
      </div>
    </div>
  );
}

function SanctionList({ sanctions }: Pick<PlayerCase, 'sanctions'>) {
  const [now] = useState(() => new Date());
  if (sanctions.length === 0) return <p className="muted">{texts.noSanctions}</p>;
  return (
    <ol className="case-log">
      {sanctions.map((each) => (
        <li key={each.id} className={isSanctionActive(each, now) ? 'sanction is-active' : 'sanction'}>
          <p>
            <b>{texts.kinds[each.kind]}</b> {formatDuration(each, now)}
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

/** When a sanction ends, or that it has ended; empty for a warning. */
function formatDuration(sanction: Sanction, now: Date): string {
  const { kind, until, lifted } = sanction;
  if (kind === 'warn') return '';
  if (lifted) return texts.lifted;
  if (until === null) return texts.activeForever;
  return isSanctionActive(sanction, now) ? texts.activeUntil(teamTexts.at(until)) : texts.wasActiveUntil(teamTexts.at(until));
}
