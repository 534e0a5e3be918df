import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Note } from '../../../../web/kit/note.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import type { PlayerSummary } from '../../../friends/schema.ts';
import { GroupBadgePicture } from '../../../groups/ui/group-badge.tsx';
import { urlForPlayerCase } from '../../players/ui/urls.ts';
import { GROUP_REPORTS_PATH } from '../../schema.ts';
import { texts as teamTexts } from '../../texts.ts';
import { CaseLayout, JumpToForm } from '../../ui/case-layout.tsx';
import type { GroupCase, GroupDecisionResult, GroupNameEntry } from '../schema.ts';
import { texts } from '../texts.ts';
import { GroupDecisionForm } from './group-decision-form.tsx';
import { GroupReportItem } from './group-report-item.tsx';
import '../../../../web/staff.css';
import './group-case.css';

type GroupCaseProps = { view: GroupCase; bar: ReactNode; answer: GroupDecisionResult | undefined };

/** One group for moderators: what it is called and was called, who is in it, the reports, what can be decided, and the audit log. */
export function GroupCaseView({ view, bar, answer }: GroupCaseProps) {
  const { group, members, invitations, names, reports, log } = view;
  return (
    <CaseLayout
      bar={bar}
      queueUrl={GROUP_REPORTS_PATH}
      head={<GroupHead group={group} />}
      reportsTitle={texts.reports}
      reports={reports.map((report) => (
        <GroupReportItem key={report.id} report={report} />
      ))}
      form={<GroupDecisionForm key={group.id} view={view} answer={answer} />}
      log={log.map((entry) => ({ ...entry, what: texts.decisionsInLog[entry.action] }))}
      record={
        <section className="panel" aria-labelledby="group-names">
          <h2 id="group-names">{texts.names}</h2>
          <ol className="case-group-names">
            {names.map((entry) => (
              <NameItem key={entry.id} entry={entry} />
            ))}
          </ol>
        </section>
      }
    >
      <section aria-labelledby="group-members">
        <h2 id="group-members">{texts.members(members.length)}</h2>
        {members.length === 0 ? <p className="muted">{texts.noMembers}</p> : <p className="muted">{texts.membersHint}</p>}
        <ul className="group-people">
          {members.map((member) => (
            <Person key={member.id} player={member} facts={`${texts.roles[member.role]}, ${texts.since(member.at.slice(0, 10))}`} />
          ))}
        </ul>
      </section>
      {invitations.length > 0 && (
        <section aria-labelledby="group-invited">
          <h2 id="group-invited">{texts.invitations}</h2>
          <ul className="group-people">
            {invitations.map((invited) => (
              <Person key={invited.id} player={invited} facts={texts.invitedBy(invited.invitedBy, invited.at.slice(0, 10))} />
            ))}
          </ul>
        </section>
      )}
    </CaseLayout>
  );
}

function GroupHead({ group }: Pick<GroupCase, 'group'>) {
  const { name, motto, badge, createdAt, closedAt, closedBy } = group;
  return (
    <>
      <div className="panel case-group">
        <GroupBadgePicture badge={badge} size={88} />
        <div>
          <h1 dir="auto">{name}</h1>
          <p className="muted" dir="auto">
            {motto || texts.noMotto}
          </p>
          <p className="muted">{texts.created(createdAt.slice(0, 10))}</p>
          <JumpToForm />
        </div>
      </div>
      {closedAt !== null && closedBy !== null && (
        <Note title={texts.closed[closedBy]}>
          <p>{texts.closedHint(teamTexts.at(closedAt))}</p>
        </Note>
      )}
    </>
  );
}

/** A player with the way to their own page, where they can be warned, muted or banned. */
function Person({ player, facts }: { player: PlayerSummary; facts: string }) {
  return (
    <li>
      <Link className="reported-group" to={urlForPlayerCase(player.id)}>
        <Avatar src={player.avatar} size={44} lazy />
        <span>
          <span dir="auto">{player.displayName}</span> <span className="muted">@{player.username}</span>{' '}
          {player.isTeam && <TeamBadge isShort />}
          <span className="group-person-facts">{facts}</span>
        </span>
      </Link>
    </li>
  );
}

function NameItem({ entry: { name, motto, kind, by, at } }: { entry: GroupNameEntry }) {
  return (
    <li>
      <p>
        <b dir="auto">{name}</b> <span dir="auto">{motto}</span>
      </p>
      <p className="group-name-facts">
        <span>{texts.nameKinds[kind]}</span>
        {by ? (
          <Link className="link" to={urlForPlayerCase(by.id)}>
            @{by.username}
          </Link>
        ) : (
          kind !== 'taken-away' && <span>{texts.byNobody}</span>
        )}
        <time dateTime={at}>{teamTexts.at(at)}</time>
      </p>
    </li>
  );
}
