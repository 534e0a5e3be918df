import { Crown, Lock, Play, Star, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { Sticker } from '../../../../web/kit/label.tsx';
import { PlayToken } from '../../../../web/kit/play-token.tsx';
import { PlayControl } from '../../plays/ui/play-control.tsx';
import type { GamePage } from '../schema.ts';
import { shortCount, texts } from '../texts.ts';
import { Cover } from './cover.tsx';

/** The main card of a game's page: cover with the Play token, facts, and what there is to know. */
export function GameMain({ game }: { game: GamePage }) {
  const locked = game.isPremium && !game.can.play;
  return (
    <article className="panel game-main">
      <div className="game-cover">
        <Cover src={game.cover} lazy={false} first />
        {locked ? (
          <CoverLock />
        ) : (
          <PlayControl className="cover-play" label={texts.game.playGame(game.title)}>
            <PlayToken />
          </PlayControl>
        )}
        {game.isPremium && (
          <Sticker look="premium">
            <Icon of={Crown} filled />
            {texts.game.premium}
          </Sticker>
        )}
      </div>
      <div className="game-info">
        <div className="game-title">
          <div>
            <h1>{game.title}</h1>
            <p>
              {texts.game.by} <b>{game.developer}</b>
            </p>
            <Facts game={game} />
          </div>
          <div className="game-acts">
            <PlayControl className="btn primary lg">
              <Icon of={Play} filled />
              {texts.game.play}
            </PlayControl>
          </div>
        </div>
        <Part title={texts.game.about}>
          <p>{game.description}</p>
        </Part>
        {game.keyFeatures.length > 0 && (
          <Part title={texts.game.features}>
            <ul className="features">
              {game.keyFeatures.map((feature) => (
                <li key={feature}>{feature}</li>
              ))}
            </ul>
          </Part>
        )}
        {game.instructions.length > 0 && (
          <Part title={texts.game.howTo}>
            <ul className="keys">
              {game.instructions.map((line) => (
                <li key={line.does}>
                  <span>
                    {line.keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </span>
                  {line.does}
                </li>
              ))}
            </ul>
          </Part>
        )}
      </div>
    </article>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="game-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Facts({ game }: { game: GamePage }) {
  const { rating } = game;
  const average = rating?.average.toFixed(1);
  return (
    <ul className="game-facts">
      <li>
        <Icon of={Users} />
        {texts.game.playing(game.players, game.maxPlayers)}
      </li>
      <li>
        <Icon of={Star} className="star" />
        {rating && average ? (
          <>
            <span aria-hidden="true">{`${average} (${shortCount(rating.count)})`}</span>
            <span className="aloud">{texts.game.ratingAloud(average, rating.count)}</span>
          </>
        ) : (
          texts.game.newGame
        )}
      </li>
    </ul>
  );
}

function CoverLock() {
  return (
    <div className="cover-lock">
      <Icon of={Lock} size="large" />
      <b>{texts.game.required}</b>
      <span>{texts.game.requiredText}</span>
      <LinkButton look="primary" to="/subscription">
        {texts.game.upgrade}
      </LinkButton>
    </div>
  );
}
