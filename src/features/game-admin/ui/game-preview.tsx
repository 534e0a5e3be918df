import { LinkButton } from '../../../web/kit/button.tsx';
import type { GamePage } from '../../games/catalogue/schema.ts';
import { GameCard } from '../../games/catalogue/ui/game-card.tsx';
import { GameMain } from '../../games/catalogue/ui/game-main.tsx';
import { GamePlayerProvider } from '../../games/plays/ui/game-player-provider.tsx';
import { texts } from '../texts.ts';
import './game-admin.css';

const words = texts.preview;

/**
 * The card and the page of a game as players see them on a phone, by the same components. Nothing in it can be pressed: a press would count a
 * play, or lead away from the form.
 */
export function GamePreview({ game }: { game: GamePage }) {
  return (
    <>
      <section className="panel" aria-labelledby="preview-page">
        <h2 id="preview-page">{words.page}</h2>
        <p className="muted">{words.stored}</p>
        <div className="game-preview-phone" inert>
          <GamePlayerProvider game={game} viewer="player" otherGames={null}>
            <GameMain game={game} favoriteButton={null} renderRating={null} />
          </GamePlayerProvider>
        </div>
      </section>
      <section className="panel" aria-labelledby="preview-card">
        <h2 id="preview-card">{words.card}</h2>
        <div className="game-preview-card" inert>
          <GameCard game={game} viewer="player" />
        </div>
      </section>
    </>
  );
}

/** The game itself, also while it is hidden; loaded when it is opened. */
export function TryGame({ url, title }: { url: string; title: string }) {
  return (
    <section className="panel" aria-labelledby="preview-try">
      <h2 id="preview-try">{words.try}</h2>
      <p className="muted">{words.tryHint}</p>
      <details className="game-try">
        <summary className="btn soft">{words.try}</summary>
        {/* The same sandbox as the game player's. */}
        <iframe title={words.frame(title)} src={url} sandbox="allow-scripts allow-pointer-lock" loading="lazy" />
      </details>
      <LinkButton variant="plain" size="sm" to={url} target="_blank" rel="noopener noreferrer" reloadDocument>
        {words.newTab}
      </LinkButton>
    </section>
  );
}
