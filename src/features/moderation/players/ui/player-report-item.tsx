import { Link } from 'react-router';
import { Avatar } from '../../../../web/kit/avatar.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { TeamBadge } from '../../../../web/kit/team-badge.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { PlayerReport } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForPlayerCase } from './urls.ts';
import { Evidence } from './evidence.tsx';
import '../../../../web/staff.css';
import './player-report.css';

type PlayerReportItemProps = {
  report: PlayerReport;
  /** In the queue, a report names and links to its player and quotes the reported message only. */
  isInQueue?: boolean;
};

function reportedBy({ reason, isReporterErased, reporter }: PlayerReport): string {
  if (reason === 'risk-score') return texts.noticed;
  return isReporterErased ? texts.byErased(reporter) : teamTexts.by(reporter);
}

/** One report about a player, for moderators. */
export function PlayerReportItem({ report, isInQueue = false }: PlayerReportItemProps) {
  const { subject, state, description } = report;
  const message = report.evidence.find((each) => each.isReported);
  return (
    <li className={isInQueue ? 'report in-queue' : 'report'}>
      {isInQueue && (
        <h2 className="report-game">
          <Link className="reported-person" to={urlForPlayerCase(subject.id)}>
            <Avatar src={subject.avatar} size={44} lazy />
            <span>
              <span dir="auto">{subject.displayName}</span> <span className="muted">@{subject.username}</span>{' '}
              {subject.isTeam && <TeamBadge isShort />}
            </span>
          </Link>
        </h2>
      )}
      <p className="report-marks">
        <b>{texts.reasons[report.reason]}</b>
        <span className={`state-pill ${state}`}>{teamTexts.states[state]}</span>
        {report.late && (
          <span className="state-pill late">
            <Icon icon="clock" size="small" />
            {teamTexts.late}
          </span>
        )}
      </p>
      {report.formerNames && (
        <p className="report-names">
          {texts.formerNames} <b dir="auto">{report.formerNames.displayName}</b> <span>@{report.formerNames.username}</span>
        </p>
      )}
      <div className="report-said">
        <p className={description === '' ? 'report-words none' : 'report-words'} dir="auto">
          {description || teamTexts.noDescription}
        </p>
        {report.evidence.length === 0 || (isInQueue && !message) ? (
          <p className="report-words none">{report.reason === 'risk-score' ? texts.noticedHint : texts.noMessage}</p>
        ) : isInQueue ? (
          message && (
            <blockquote className="report-quote">
              <span className="visually-hidden">{texts.quoted}: </span>
              <p className="report-words" dir="auto">
                {message.text}
              </p>
            </blockquote>
          )
        ) : (
          <Evidence report={report} />
        )}
      </div>
      <p className="report-facts">
        <span>{reportedBy(report)}</span>
        <time dateTime={report.createdAt} title={teamTexts.at(report.createdAt)}>
          {teamTexts.age(report.ageHours)}
        </time>
      </p>
    </li>
  );
}
