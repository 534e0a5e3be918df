import { useId } from 'react';
import type { GameCard as Game } from '../../catalogue/schema.ts';
import { GameCard, type ViewerKind } from '../../catalogue/ui/game-card.tsx';
import { texts } from '../texts.ts';
import './similar-games.css';

type SimilarGamesProps = {
  games: Game[];
  viewer: ViewerKind;
  /** Where they are: beside a game's facts, or over a game that has ended. */
  place: 'page' | 'player';
};

/** Games for who liked this one. Nothing if there are none. */
export function SimilarGames({ games, viewer, place }: SimilarGamesProps) {
  const titleId = useId();
  if (games.length === 0) return null;
  return (
    <section className={`similar on-${place}`} aria-labelledby={titleId}>
      <h2 id={titleId}>{texts.title}</h2>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <GameCard game={game} viewer={viewer} replaces={place === 'player'} />
          </li>
        ))}
      </ul>
    </section>
  );
}
