import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { preconnect } from 'react-dom';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { isDataSaverOn } from '../../../../web/data-saver.ts';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { texts } from '../texts.ts';
import { urlForAccess, type PlayableGame } from './game-access.ts';
// With the page, not with the code of the game player: a game opens without waiting for styles.
import './game-player.css';

type GamePlayerControls = { game: PlayableGame; viewer: 'visitor' | 'player'; open: (opener: HTMLElement) => void; preload: () => void };

type GamePlayerProps = { game: PlayableGame; onClose: () => void; onEnded: () => void };
/** Opening the game player reloads no data. */
const OPEN_NAVIGATION = { state: { playing: true }, preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;
const GamePlayerContext = createContext<GamePlayerControls | null>(null);

/** The controls of the surrounding game player. @throws outside a GamePlayerProvider. */
export function useGamePlayer(): GamePlayerControls {
  const controls = useContext(GamePlayerContext);
  if (!controls) throw new Error('usePlayer needs a PlayerProvider around it');
  return controls;
}

/**
 * Provides the game player of a game's page. Whether it is open is stored in the history entry, not in component state: the phone's Back
 * button closes the game instead of leaving the page, Forward opens it again, and a reload stays in the game.
 */
export function GamePlayerProvider({ game, viewer, children }: { game: PlayableGame; viewer: 'visitor' | 'player'; children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const openerRef = useRef<HTMLElement | null>(null);
  const canPlay = game.playable && (!game.isPremium || game.can.play);
  const isRequested = (location.state as { playing?: unknown } | null)?.playing === true;
  const isOpen = hydrated && isRequested && canPlay;
  const { pathname, search, hash } = location;

  const open = useCallback(
    (from: HTMLElement) => {
      openerRef.current = from;
      if (game.isPremium && !game.can.play) return void navigate(urlForAccess(game, viewer));
      if (!game.playable) return toast({ ...texts.notAvailable, kind: 'bad' });
      void navigate({ pathname, search, hash }, OPEN_NAVIGATION);
    },
    [game, viewer, navigate, toast, pathname, search, hash],
  );

  const close = useCallback(() => {
    const historyIndex = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (historyIndex > 0) void navigate(-1);
    else void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [navigate, pathname, search, hash]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) openerRef.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

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
      {isOpen && (Player ? <Player game={game} onClose={close} onEnded={onEnded} /> : <div className="player" />)}
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
