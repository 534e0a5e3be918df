import { Cover } from '../../games/catalogue/ui/cover.tsx';
import type { AdminGame } from '../listing/schema.ts';
import { texts } from '../texts.ts';
import './game-admin.css';

/** A game in a row of the operators' lists: its cover, its name and what is special about it. */
export function GameThumbnail({ game, isTitleShown = true }: { game: AdminGame; isTitleShown?: boolean }) {
  return (
    <>
      <span className="admin-game-cover">
        <Cover src={game.cover} />
      </span>
      <div className="admin-game-name">
        {isTitleShown && <b>{game.title}</b>}
        <GameMarks game={game} />
        <p className="muted">{[game.developer, game.id].filter(Boolean).join(', ')}</p>
      </div>
    </>
  );
}

/** Premium, staff pick, featured, from an age on: nothing for an ordinary game. */
function GameMarks({ game }: { game: AdminGame }) {
  const marks = [
    game.isPremium && texts.premium,
    game.pick !== null && texts.pick(game.pick),
    game.isFeatured && texts.featured,
    game.minAge !== 0 && texts.marks[game.minAge],
  ].filter((mark) => mark !== false);
  return marks.map((mark) => (
    <span key={mark} className="state-pill">
      {mark}
    </span>
  ));
}

const STATE_CLASSES = { shown: 'resolved', hidden: 'hidden-game', new: 'new', removed: '' } as const;

/** Whether players see a game. */
export function GameStatePill({ game }: { game: AdminGame }) {
  return <span className={`state-pill ${STATE_CLASSES[game.state]}`}>{texts.states[game.state]}</span>;
}
