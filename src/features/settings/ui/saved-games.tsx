import { Form, Link } from 'react-router';
import { Button, buttonClass, LinkButton } from '../../../web/kit/button.tsx';
import { EmptyState } from '../../../web/kit/empty-state.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useTimeZone } from '../../../web/time-zone.ts';
import { SAVED_GAMES_PATH, type SavedGame, type SavedGamesPage } from '../../games/saves/schema.ts';
import { texts } from '../saved-games.texts.ts';
import './saved-games.css';

type SavedGamesProps = {
  page: SavedGamesPage;
  /** Whether this is the first page. */
  isStart: boolean;
};

/** What games saved for a player. It works without JavaScript, too. */
export function SavedGames({ page: { games, bytes, next }, isStart }: SavedGamesProps) {
  return (
    <div className="wrap section saved-games">
      <h1>{texts.title}</h1>
      <p className="muted">{texts.lead}</p>
      {games.length === 0 && isStart && (
        <EmptyState level={2} title={texts.empty} text={texts.emptyText}>
          <LinkButton variant="primary" to="/games">
            {texts.find}
          </LinkButton>
        </EmptyState>
      )}
      {games.length === 0 && !isStart && <p className="muted">{texts.noOlder}</p>}
      {games.length > 0 && (
        <ul className="saved-games-list">
          {games.map((game) => (
            // After a change the confirmation is closed.
            <li key={`${game.gameId} ${game.revision}`} className="panel">
              <SavedGameEntry game={game} />
            </li>
          ))}
        </ul>
      )}
      {games.length > 0 && <p className="muted">{texts.room(bytes)}</p>}
      <nav className="saved-games-pages" aria-label={texts.pages}>
        <LinkButton to="/settings">
          <Icon icon="chevron-left" size="small" />
          {texts.toSettings}
        </LinkButton>
        {!isStart && (
          <Link className={buttonClass({ variant: 'soft' })} to={SAVED_GAMES_PATH}>
            {texts.toNewest}
          </Link>
        )}
        {next !== null && (
          <Link className={buttonClass({ variant: 'plain' })} to={`${SAVED_GAMES_PATH}?after=${next}`}>
            {texts.older}
            <Icon icon="chevron-right" size="small" />
          </Link>
        )}
      </nav>
    </div>
  );
}

function SavedGameEntry({ game }: { game: SavedGame }) {
  const timeZone = useTimeZone();
  const facts = [texts.savedAt(game.savedAt, timeZone), texts.size(game.bytes), ...(game.best === null ? [] : [texts.best(game.best)])];
  return (
    <>
      <h2>{game.gameUrl === null ? game.title : <Link to={game.gameUrl}>{game.title}</Link>}</h2>
      <p>{facts.join(' · ')}</p>
      {game.gameUrl === null && <p className="muted">{texts.gone}</p>}
      {game.former && (
        <>
          <p>
            {texts.former(game.former.savedAt, timeZone)} · {texts.size(game.former.bytes)}
            <br />
            <span className="muted">{texts.formerReason[game.former.reason]}</span>
          </p>
          <ChangeForm game={game} action="restore" label={texts.restore} aloud={texts.restoreAloud(game.title)} />
        </>
      )}
      <details className="saved-games-delete">
        <summary aria-label={texts.deleteAloud(game.title)}>{texts.delete}</summary>
        <p>{texts.deleteSure}</p>
        <ChangeForm game={game} action="delete" label={texts.deleteYes} aloud={texts.deleteYesAloud(game.title)} />
      </details>
    </>
  );
}

type ChangeFormProps = { game: SavedGame; action: 'restore' | 'delete'; label: string; aloud: string };

function ChangeForm({ game, action, label, aloud }: ChangeFormProps) {
  return (
    <Form method="post" action={SAVED_GAMES_PATH} replace preventScrollReset>
      <input type="hidden" name="do" value={action} />
      <input type="hidden" name="game" value={game.gameId} />
      <input type="hidden" name="revision" value={game.revision} />
      <Button type="submit" variant={action === 'delete' ? 'danger' : 'secondary'} aria-label={aloud}>
        {label}
      </Button>
    </Form>
  );
}
