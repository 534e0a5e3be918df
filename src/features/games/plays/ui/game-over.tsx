import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from '../../../../web/kit/button.tsx';
import { Icon } from '../../../../web/kit/icon.tsx';
import { texts } from '../texts.ts';
import type { GameResult } from './game-result.ts';

type GameOverProps = {
  result: GameResult;
  onAgain: () => void;
  /** Null where the game has no page behind it. */
  onGamePage: (() => void) | null;
  /** Other games to go on with. */
  children: ReactNode;
};

/** Shown over a game when a run has ended: how it went, 'Play again' first, then other games. */
export function GameOver({ result, onAgain, onGamePage, children }: GameOverProps) {
  const again = useRef<HTMLButtonElement>(null);
  useEffect(() => again.current?.focus({ preventScroll: true }), []);
  const { over } = texts;
  return (
    <section className="player-over" aria-label={over.label}>
      <div className="player-result" role="status">
        <p>{result.won ? over.won : over.lost}</p>
        {result.score !== '' && <p className="player-score">{result.score}</p>}
        {result.text !== '' && <p>{result.text}</p>}
        {result.best !== '' && <p>{result.record ? over.record : over.best(result.best)}</p>}
      </div>
      <div className="player-acts">
        <Button ref={again} variant="primary" size="lg" onClick={onAgain}>
          <Icon icon="rotate-ccw" />
          {over.again}
        </Button>
        {onGamePage && (
          <Button variant="ghost" size="lg" onClick={onGamePage}>
            {over.gamePage}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
