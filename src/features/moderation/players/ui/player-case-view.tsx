import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { texts as teamTexts } from '../../texts.ts';
import { isSanctionActive } from '../rules.ts';
import type { PlayerActionResult, PlayerCase, Sanction } from '../schema.ts';
import { texts } from '../texts.ts';
import { CASES_PATH, type HoldResult } from '../../cases/schema.ts';
import { texts as caseTexts } from '../../cases/texts.ts';
import { CaseKeeping } from '../../cases/ui/case-keeping.tsx';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';
import { CaseLayout, JumpToForm } from '../../ui/case-layout.tsx';
import { PlayerReportItem } from './player-report-item.tsx';
import { SanctionForm } from './sanction-form.tsx';
import '../../../../web/staff.css';
import './player-case.css';

const ACTIONS_IN_LOG = { ...texts.actionsInLog, note: texts.noteInLog, ...texts.ageActionsInLog, ...caseTexts.actionsInLog };

type PlayerCaseProps = {
  view: PlayerCase;
  bar: ReactNode;
  /** What the player asked help for. */
  helpRequests: ReactNode;
  /** The groups that the player is in. */
  groups: ReactNode;
  /** What the team knows of the player besides. */
  record: ReactNode;
  /** Operators also see the player's payments, and can keep the case and hand it out. */
  isOperator: boolean;
  /** Result of the page's action, of one of its forms. */
  answer: PlayerActionResult | HoldResult | undefined;
};

/** One reported player: profile, reports, sanctions, possible actions, and audit log. */
export function PlayerCaseView({ view, bar, helpRequests, groups, record, isOperator, answer }: PlayerCaseProps) {
  const { player, reports, sanctions, approvals, approverCount, log, erased, heldSince } = view;
  return (
    <CaseLayout
      bar={bar}
      {...(erased ? { queueUrl: CASES_PATH, backLabel: caseTexts.back } : { queueUrl: PLAYER_REPORTS_PATH })}
      head={
        <>
          <PlayerHead view={view} isOperator={isOperator} />
          <DeletionNote view={view} />
          {view.pausedSince !== null && (
            <Note>
              <p>{texts.paused(teamTexts.at(view.pausedSince))}</p>
            </Note>
          )}
        </>
      }
      reportsTitle={texts.reports}
      reports={reports.map((report) => (
        <PlayerReportItem key={report.id} report={report} />
      ))}
      form={<SanctionForm key={player.id} view={view} answer={isHoldResult(answer) ? undefined : answer} />}
      log={log.map((entry) => ({ ...entry, what: ACTIONS_IN_LOG[entry.action] }))}
      record={record}
    >
      <section aria-labelledby="case-sanctions">
        <h2 id="case-sanctions">{texts.sanctions}</h2>
        <SanctionList sanctions={sanctions} />
      </section>
      {(approvals.length > 0 || approverCount > 0) && (
        <section aria-labelledby="case-approvals">
          <h2 id="case-approvals">{texts.approvals}</h2>
          {approverCount > 0 && <p>{texts.approvers(approverCount)}</p>}
          <ul className="case-log">
            {approvals.map(({ adult, child, at, counts }) => (
              <li key={`${adult} ${child}`}>
                <p>{texts.approval(adult, child)}</p>
                <time dateTime={at}>{texts.approvedAt(teamTexts.at(at), counts)}</time>
              </li>
            ))}
          </ul>
        </section>
      )}
      {helpRequests}
      {groups}
      {isOperator && (
        <CaseKeeping caseId={player.id} heldSince={heldSince} erased={erased} answer={isHoldResult(answer) ? answer : undefined} />
      )}
    </CaseLayout>
  );
}

/** Whether a result is of the form that marks the case for the police; a failure has its field `do`. */
function isHoldResult(answer: PlayerActionResult | HoldResult | undefined): answer is HoldResult {
  return answer !== undefined && (answer.ok ? 'do' in answer : Boolean(answer.values.do));
}

function PlayerHead({ view, isOperator }: { view: PlayerCase; isOperator: boolean }) {
  const { player, sanctions, erased } = view;
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
        {!erased && (
          <Link className="link case-link" to={`/moderation/players/${encodeURIComponent(player.id)}/age`}>
            {texts.age}
          </Link>
        )}
        {isOperator && !erased && (
          <Link className="link case-link" to={`/operator/players/${encodeURIComponent(player.id)}/account`}>
            {texts.account}
          </Link>
        )}
        {isOperator && !erased && (
          <Link className="link case-link" to={`/operator/players/${encodeURIComponent(player.id)}`}>
            {texts.money}
          </Link>
        )}
      </div>
    </div>
  );
}

/** That the account is deleted, and until when its case is kept; or that it is to be deleted. */
function DeletionNote({ view: { deletesAt, heldSince, erased } }: { view: PlayerCase }) {
  const text = erased
    ? caseTexts.note(erased.at, erased.keptUntil, heldSince !== null)
    : deletesAt === null
      ? null
      : texts.leaves(deletesAt);
  return text === null ? null : (
    <Note>
      <p>{text}</p>
    </Note>
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
