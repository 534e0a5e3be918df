import { ChevronLeft } from 'lucide-react';
import { Link } from 'react-router';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import { GAME_REPORTS_PATH, type GameCase, type ModerationResult } from '../schema.ts';
import { getNewestCreatedAt } from '../rules.ts';
import { texts } from '../texts.ts';
import { DecisionForm } from './decision-form.tsx';
import { HiddenPill, GameReportItem } from './game-report-item.tsx';
import '../../../web/staff.css';

type GameCaseViewProps = {
  view: GameCase;
  /** Result of the page's action. */
  answer: ModerationResult | undefined;
};

/** One reported game: details, reports, possible actions, and audit log. */
export function GameCaseView({ view, answer }: GameCaseViewProps) {
  const { game, reports, log, can } = view;
  return (
    <div className="wrap section moderation case">
      <div className="case-head">
        <Link className="see-all case-back" to={GAME_REPORTS_PATH}>
          <Icon icon={ChevronLeft} size="small" />
          {texts.back}
        </Link>
        <div className="panel case-game">
          <Cover src={game.cover} lazy={false} />
          <div>
            <h1>{game.title}</h1>
            {game.developer !== '' && <p className="muted">{texts.byDeveloper(game.developer)}</p>}
            {game.hidden && <HiddenPill />}
            {!game.hidden && (
              <LinkButton variant="soft" size="sm" to={`/games/${game.id}`}>
                {texts.openGame}
              </LinkButton>
            )}
            {/* On narrow screens the form is below the reports. */}
            <a className="link case-jump" href="#case-decide">
              {texts.decide}
            </a>
          </div>
        </div>
      </div>
      <section className="case-reports" aria-labelledby="case-reports">
        <h2 id="case-reports">{texts.reports}</h2>
        {reports.length === 0 ? (
          <p className="muted">{texts.empty}</p>
        ) : (
          <ol className="reports">
            {reports.map((report) => (
              <GameReportItem key={report.id} report={report} />
            ))}
          </ol>
        )}
      </section>
      <div className="case-side">
        <section className="panel" aria-labelledby="case-decide">
          <h2 id="case-decide">{texts.decide}</h2>
          <DecisionForm key={game.id} can={can} newestReportAt={getNewestCreatedAt(reports)} answer={answer} />
        </section>
        <section aria-labelledby="case-log">
          <h2 id="case-log">{texts.log}</h2>
          {log.length === 0 ? (
            <p className="muted">{texts.noLog}</p>
          ) : (
            <ol className="case-log">
              {log.map((entry) => (
                <li key={entry.id}>
                  <p>
                    <b>@{entry.actor}</b> {texts.actionsInLog[entry.action]}
                  </p>
                  <p className="case-note">{entry.note}</p>
                  <time dateTime={entry.at}>{texts.at(entry.at)}</time>
                </li>
              ))}
            </ol>
          )}
        </section>
      </div>
    </div>
  );
}
