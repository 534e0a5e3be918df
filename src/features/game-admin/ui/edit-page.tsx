import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Note } from '../../../web/kit/note.tsx';
import { ResultNotice } from '../../../web/kit/result-notice.tsx';
import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { ActionFailure } from '../../../shared/action-result.ts';
import { AdminLayout } from '../../admin/ui/admin-layout.tsx';
import type { GamePage } from '../../games/catalogue/schema.ts';
import type { CheckAction, GameCheckView } from '../../game-checks/schema.ts';
import { CheckPanel } from '../../game-checks/ui/check-panel.tsx';
import { LeaveHiddenForm } from '../../game-checks/ui/leave-hidden-form.tsx';
import { GAMES_PATH, type GameState } from '../listing/schema.ts';
import { urlForEditing, type GameAction, type GameActionResult, type GameEditView, type GameLogEntry } from '../schema.ts';
import { texts } from '../texts.ts';
import { ActionForm } from './action-forms.tsx';
import { EditForm, type TypedGame } from './edit-form.tsx';
import { GamePreview, TryGame } from './game-preview.tsx';
import { GameThumbnail, GameStatePill } from './game-thumbnail.tsx';
import '../../../web/staff.css';
import './game-admin.css';

type EditPageProps = {
  view: GameEditView;
  check: GameCheckView;
  /** Of the case that the nightly check opened; null: none is open. */
  bar: ReactNode;
  answer: GameActionResult | undefined;
  /** The game was just added. */
  isAdded: boolean;
};

const ACTIONS: Record<GameState, readonly Exclude<GameAction, 'edit'>[]> = {
  new: ['show', 'files', 'cover', 'remove'],
  shown: ['hide', 'files', 'cover'],
  hidden: ['show', 'files', 'cover', 'remove'],
  removed: [],
};
const STATE_NOTES = { shown: null, hidden: texts.hiddenNote, new: texts.draftNote, removed: texts.removedNote } as const;

/** One game for operators: its form beside a preview, what else can be done to it, and what was done. */
export function EditPage({ view, check, bar, answer, isAdded }: EditPageProps) {
  const { game, preview, tryUrl, log } = view;
  const [typed, setTyped] = useState<TypedGame>({});
  const toast = toToast(answer);
  useResultToast(answer, toast);
  const note = STATE_NOTES[game.state];
  const panel = game.state !== 'removed' && (
    <CheckPanel check={check} pageUrl={urlForEditing(game.id)} failure={getFailureOf(answer, 'open')} />
  );
  return (
    <AdminLayout page="games" title={game.title} className="game-admin">
      <p className="game-admin-links">
        <Link className="link case-link" to={GAMES_PATH}>
          {texts.back}
        </Link>
        {game.state === 'shown' && (
          <Link className="link case-link" to={`/games/${game.id}`}>
            {texts.edit.open}
          </Link>
        )}
        <Link className="link case-link" to={`/moderation/games/${game.id}`}>
          {texts.edit.case}
        </Link>
      </p>
      <div className="panel admin-game game-admin-head">
        <GameThumbnail game={game} isTitleShown={false} />
        <GameStatePill game={game} />
      </div>
      <ResultNotice toast={toast} error={getPageError(answer)} />
      {bar}
      {check.isHiddenByCheck && <LeaveHiddenForm failure={getFailureOf(answer, 'leave-hidden')} />}
      {isAdded && answer === undefined && (
        <Note variant="good" title={texts.addPage.added.title}>
          <p>{texts.addPage.added.text}</p>
        </Note>
      )}
      {note !== null && !check.isHiddenByCheck && (
        <Note variant={game.state === 'new' ? 'plain' : 'bad'}>
          <p>{note}</p>
        </Note>
      )}
      <div className="game-admin-columns">
        <div className="game-admin-column">
          {/* What has to be looked at comes first. */}
          {check.isHiddenByCheck && panel}
          {game.state !== 'removed' && <EditForm key={game.id} view={view} answer={answer} onPreview={setTyped} />}
          {!check.isHiddenByCheck && panel}
          {ACTIONS[game.state].map((action) => (
            <ActionForm key={action} action={action} view={view} answer={answer} />
          ))}
          <GameLog log={log} />
        </div>
        {preview !== null && (
          <div className="game-admin-column game-admin-side">
            {tryUrl !== null && <TryGame key={tryUrl} url={tryUrl} title={game.title} />}
            <GamePreview game={applyTyped(preview, typed)} />
          </div>
        )}
      </div>
    </AdminLayout>
  );
}

function GameLog({ log }: { log: GameLogEntry[] }) {
  return (
    <section className="panel" aria-labelledby="game-log">
      <h2 id="game-log">{texts.edit.log}</h2>
      {log.length === 0 ? (
        <p className="muted">{texts.edit.noLog}</p>
      ) : (
        <ol className="case-log">
          {log.map((entry) => (
            <li key={entry.id}>
              <p>
                <b>{entry.actor}</b> {texts.actionsInLog[entry.action] ?? entry.action}
              </p>
              <p className="case-note" dir="auto">
                {entry.note}
              </p>
              <time dateTime={entry.at}>{texts.at(entry.at)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function applyTyped(stored: GamePage, { minAge, ...typed }: TypedGame): GamePage {
  const { minAge: storedAge, ...game } = { ...stored, ...typed };
  const shownAge = 'title' in typed ? minAge : storedAge;
  return shownAge === undefined ? game : { ...game, minAge: shownAge };
}

function toToast(answer: GameActionResult | undefined): { title: string; text: string } | null {
  if (!answer?.ok) return null;
  if (answer.do === 'open' && !answer.isChanged) return texts.waitsAlready;
  return answer.isChanged ? texts.done[answer.do] : texts.unchanged;
}

/** Why the form of the check that does this failed. */
function getFailureOf(answer: GameActionResult | undefined, action: CheckAction): ActionFailure | null {
  return answer && !answer.ok && answer.values['do'] === action ? answer : null;
}

/** An error that belongs to no form of the page. */
function getPageError(answer: GameActionResult | undefined): { title: string; text: string } | null {
  if (!answer || answer.ok || answer.values['do'] !== undefined) return null;
  return { title: texts.failedTitle, text: answer.error ?? texts.failed };
}
