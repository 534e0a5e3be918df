import { useState, type ReactNode } from 'react';
import { buttonClass, LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Badge } from '../../../../web/kit/badge.tsx';
import { PlayToken } from '../../../../web/kit/play-token.tsx';
import { PlayControl } from '../../plays/ui/play-control.tsx';
import { PLAY_HASH, type GamePage } from '../schema.ts';
import { formatCount, texts as cardTexts } from '../card.texts.ts';
import { texts } from '../texts.ts';
import { Cover } from './cover.tsx';
import './game.css';
import './game-facts.css';

type GameMainProps = {
  game: GamePage;
  /** The player's own controls; null for visitors. */
  favoriteButton: ReactNode;
  /** `onRated` is to be called with the new rating to display. */
  renderRating: ((onRated: (rating: GamePage['rating']) => void) => ReactNode) | null;
};

/** The main card of a game's page: cover with the Play button, facts, actions and details. */
export function GameMain({ game, favoriteButton, renderRating }: GameMainProps) {
  const isLocked = game.isPremium && !game.can.play;
  const [rating, setRating] = useRating(game);
  return (
    <article id={PLAY_HASH.slice(1)} className="panel game-main">
      <div className="game-cover">
        <Cover src={game.cover} lazy={false} hasPriority />
        {isLocked ? (
          <CoverLock />
        ) : (
          <PlayControl className="cover-play" label={cardTexts.playGame(game.title)}>
            <PlayToken />
          </PlayControl>
        )}
        {game.isPremium && (
          <Badge variant="premium">
            <Icon icon="crown" filled />
            {texts.game.premium}
          </Badge>
        )}
      </div>
      <div className="game-info">
        <div className="game-title">
          <div>
            <h1>{game.title}</h1>
            <p>
              {texts.game.by} <b>{game.developer || texts.game.unknownDeveloper}</b>
            </p>
            <GameFacts game={game} rating={rating} />
          </div>
          <div className="game-acts">
            <PlayControl className={buttonClass({ variant: 'primary', size: 'lg' }, 'game-play')}>
              <Icon icon="play" filled />
              {texts.game.play}
            </PlayControl>
            {favoriteButton}
          </div>
          {renderRating?.(setRating)}
        </div>
        <Section title={texts.game.about}>
          <p>{game.description}</p>
        </Section>
        {game.keyFeatures.length > 0 && <KeyFeatures features={game.keyFeatures} />}
        {game.instructions.length > 0 && <Instructions instructions={game.instructions} />}
      </div>
    </article>
  );
}

/** The displayed rating: the one the page loaded with, until this player rates the game. */
function useRating(game: GamePage) {
  const [shown, setShown] = useState({ game, rating: game.rating });
  if (shown.game !== game) setShown({ game, rating: game.rating });
  const setRating = (rating: GamePage['rating']) => setShown({ game, rating });
  return [shown.rating, setRating] as const;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="game-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function KeyFeatures({ features }: { features: GamePage['keyFeatures'] }) {
  return (
    <Section title={texts.game.features}>
      <ul className="features">
        {features.map((feature) => (
          <li key={feature}>{feature}</li>
        ))}
      </ul>
    </Section>
  );
}

function Instructions({ instructions }: { instructions: GamePage['instructions'] }) {
  return (
    <Section title={texts.game.howTo}>
      <ul className="keys">
        {instructions.map((instruction) => (
          <li key={instruction.does}>
            <span>
              {instruction.keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </span>
            {instruction.does}
          </li>
        ))}
      </ul>
    </Section>
  );
}

function GameFacts({ game, rating }: { game: GamePage; rating: GamePage['rating'] }) {
  const average = rating?.average.toFixed(1);
  return (
    <ul className="game-facts">
      <li>
        <Icon icon="users" />
        {texts.game.playing(game.players, game.maxPlayers)}
      </li>
      <li>
        <Icon icon="star" className="star" />
        {rating && average ? (
          <>
            <span aria-hidden="true">{`${average} (${formatCount(rating.count)})`}</span>
            <span className="visually-hidden">{texts.game.ratingAloud(average, rating.count)}</span>
          </>
        ) : (
          texts.game.newGame
        )}
      </li>
      {game.minAge !== undefined && <li>{cardTexts.fromAge(game.minAge)}</li>}
    </ul>
  );
}

function CoverLock() {
  return (
    <div className="cover-lock">
      <Icon icon="lock" size="large" />
      <b>{texts.game.required}</b>
      <span>{texts.game.requiredText}</span>
      <LinkButton variant="primary" className="cover-lock-link" to="/subscription">
        {texts.game.upgrade}
      </LinkButton>
    </div>
  );
}
