import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import type { GameReport } from '../schema.ts';
import { texts } from '../texts.ts';
import { urlForGameCase } from './urls.ts';
import '../../../web/staff.css';

type GameReportItemProps = {
  report: GameReport;
  /** In the queue, a report names and links to its game and shows only the beginning of its description. */
  isInQueue?: boolean;
};

/** One report, for moderators. */
export function GameReportItem({ report, isInQueue = false }: GameReportItemProps) {
  const { game } = report;
  return (
    <li className={isInQueue ? 'report in-queue' : 'report'}>
      {isInQueue && (
        <h2 className="report-game">
          <Link to={urlForGameCase(game.id)}>{game.title}</Link>
          {game.hidden && <HiddenPill />}
        </h2>
      )}
      <p className="report-marks">
        <b>{texts.reasons[report.reason]}</b>
        <span className={`state-pill ${report.state}`}>{texts.states[report.state]}</span>
        {report.late && (
          <span className="state-pill late">
            <Icon icon="clock" size="small" />
            {texts.late}
          </span>
        )}
      </p>
      <p className={report.description === '' ? 'report-words none' : 'report-words'}>{report.description || texts.noDescription}</p>
      <p className="report-facts">
        <span>{texts.by(report.reporter)}</span>
        <time dateTime={report.createdAt} title={texts.at(report.createdAt)}>
          {texts.age(report.ageHours)}
        </time>
        {report.repeats > 0 && <span>{texts.repeats(report.repeats)}</span>}
      </p>
    </li>
  );
}

/** Label of a game that is hidden from players. */
export function HiddenPill() {
  return <span className="state-pill hidden-game">{texts.hidden}</span>;
}
