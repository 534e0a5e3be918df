import type { ReactNode } from 'react';
import { LinkButton } from '../../../web/kit/button.tsx';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import { GAME_REPORTS_PATH, type GameCase, type ModerationResult } from '../schema.ts';
import { getNewestTime } from '../rules.ts';
import { texts } from '../texts.ts';
import { CaseLayout, JumpToForm } from './case-layout.tsx';
import { DecisionForm } from './decision-form.tsx';
import { HiddenPill, GameReportItem } from './game-report-item.tsx';
import '../../../web/staff.css';

type GameCaseViewProps = {
  view: GameCase;
  bar: ReactNode;
  /** Result of the page's action. */
  answer: ModerationResult | undefined;
};

/** One reported game: details, reports, possible actions, and audit log. */
export function GameCaseView({ view, bar, answer }: GameCaseViewProps) {
  const { game, reports, log, can, asOf } = view;
  return (
    <CaseLayout
      bar={bar}
      queueUrl={GAME_REPORTS_PATH}
      head={<GameHead game={game} />}
      reportsTitle={texts.reports}
      reports={reports.map((report) => (
        <GameReportItem key={report.id} report={report} />
      ))}
      form={
        <DecisionForm
          key={game.id}
          can={can}
          newestReportAt={getNewestTime(reports.map(({ createdAt }) => createdAt)) || asOf}
          hasReports={reports.length > 0}
          answer={answer}
        />
      }
      log={log.map((entry) => ({ ...entry, what: texts.actionsInLog[entry.action] }))}
    />
  );
}

function GameHead({ game }: Pick<GameCase, 'game'>) {
  return (
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
        <JumpToForm />
      </div>
    </div>
  );
}
