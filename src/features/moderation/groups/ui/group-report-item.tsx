import { Link } from 'react-router';
import { Icon } from '../../../../web/kit/icon.tsx';
import { GroupBadgePicture } from '../../../groups/ui/group-badge.tsx';
import { texts as teamTexts } from '../../texts.ts';
import type { GroupReport } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForGroupCase } from './urls.ts';
import '../../../../web/staff.css';
import './group-case.css';

type GroupReportItemProps = {
  report: GroupReport;
  /** In the queue, a report names its group and links to its case. */
  isInQueue?: boolean;
};

/** One report about a group, for moderators. */
export function GroupReportItem({ report, isInQueue = false }: GroupReportItemProps) {
  const { group, formerWords, state, description } = report;
  const isOpen = state === 'new' || state === 'reviewing';
  return (
    <li className={isInQueue ? 'report in-queue' : 'report'}>
      {isInQueue && (
        <h2 className="report-game">
          <Link className="reported-group" to={urlForGroupCase(group.id)}>
            <GroupBadgePicture badge={group.badge} size={44} />
            <span>
              <span dir="auto">{group.name}</span>{' '}
              <span className="muted" dir="auto">
                {group.motto}
              </span>
            </span>
          </Link>
          {group.closedBy !== null && <span className="state-pill hidden-game">{texts.closed[group.closedBy]}</span>}
        </h2>
      )}
      <p className="report-marks">
        <b>{texts.reasons[report.reason]}</b>
        {isOpen && report.reason === 'danger' && (
          <span className="state-pill late">
            <Icon icon="heart" size="small" />
            {texts.urgent}
          </span>
        )}
        <span className={`state-pill ${state}`}>{teamTexts.states[state]}</span>
        {report.late && (
          <span className="state-pill late">
            <Icon icon="clock" size="small" />
            {teamTexts.late}
          </span>
        )}
      </p>
      {formerWords && (
        <p className="group-former">
          {texts.calledThen} <b dir="auto">{formerWords.name}</b> <span dir="auto">{formerWords.motto}</span>
        </p>
      )}
      <p className={description === '' ? 'report-words none' : 'report-words'} dir="auto">
        {description || teamTexts.noDescription}
      </p>
      <p className="report-facts">
        <span>{teamTexts.by(report.reporter)}</span>
        <time dateTime={report.createdAt} title={teamTexts.at(report.createdAt)}>
          {teamTexts.age(report.ageHours)}
        </time>
      </p>
    </li>
  );
}
