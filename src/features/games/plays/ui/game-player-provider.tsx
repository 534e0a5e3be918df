import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { preconnect } from 'react-dom';
import { useRevalidator } from 'react-router';
import { isDataSaverOn } from '../../../../web/data-saver.ts';
import type { PlayableGame } from './game-access.ts';
import { useGamePlayerHistory } from './use-game-player-history.ts';
// With the page, not with the code of the game player: a game opens without waiting for styles.
import './game-player.css';

type GamePlayerControls = { game: PlayableGame; viewer: 'visitor' | 'player'; open: (opener: HTMLElement) => void; preload: () => void };

type GamePlayerProps = ComponentProps<typeof import('./game-player.tsx').GamePlayer>;
const GamePlayerContext = createContext<GamePlayerControls | null>(null);

type GamePlayerProviderProps = {
  game: PlayableGame;
  viewer: 'visitor' | 'player';
  /** Shown when a run of the game has ended. */
  otherGames: ReactNode;
  children: ReactNode;
};

/** The controls of the surrounding game player. @throws outside a GamePlayerProvider. */
export function useGamePlayer(): GamePlayerControls {
  const controls = useContext(GamePlayerContext);
  if (!controls) throw new Error('usePlayer needs a PlayerProvider around it');
  return controls;
}

/** Provides the game player of a game's page. */
export function GamePlayerProvider({ game, viewer, otherGames, children }: GamePlayerProviderProps) {
  const canPlay = game.playable && (!game.isPremium || game.can.play);
  const { isOpen, beginsAtOnce, open, close, showPage } = useGamePlayerHistory(game, viewer, canPlay);

  // A player who has played may be allowed to rate the game now.
  const { revalidate } = useRevalidator();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const onEnded = useCallback(() => {
    if (viewer === 'player' && isMounted.current) void revalidate();
  }, [viewer, revalidate]);

  const { Player, warm: preload } = useGamePlayerModule(isOpen);

  if (canPlay && game.src?.startsWith('http')) preconnect(new URL(game.src).origin);

  const controls = useMemo(() => ({ game, viewer, open, preload }), [game, viewer, open, preload]);
  return (
    <GamePlayerContext value={controls}>
      {children}
      {isOpen && Player && (
        <Player
          key={game.id}
          game={game}
          beginsAtOnce={beginsAtOnce}
          onClose={close}
          onEnded={onEnded}
          onGamePage={showPage}
          otherGames={otherGames}
        />
      )}
      {isOpen && !Player && <div className="player" />}
    </GamePlayerContext>
  );
}

/**
 * The game player's code, preloaded when the page is idle or on the first touch or hover, so that it is ready at the click. Not React.lazy:
 * that would show an empty page for a moment even if the code is loaded already.
 */
function useGamePlayerModule(isWanted: boolean) {
  const [Player, setPlayer] = useState<ComponentType<GamePlayerProps> | null>(null);
  const preload = useCallback(() => {
    import('./game-player.tsx').then(
      (module) => setPlayer(() => module.GamePlayer),
      () => {}, // Offline for a moment: the next touch tries again.
    );
  }, []);
  useEffect(() => {
    if (isWanted) return preload();
    // With data saver on, it loads only on touch or hover.
    if (isDataSaverOn()) return;
    const whenIdle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
    whenIdle(preload);
  }, [isWanted, preload]);
  return { Player, warm: preload };
}
