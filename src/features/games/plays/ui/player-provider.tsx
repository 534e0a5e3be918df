import { createContext, useCallback, useContext, useEffect, useMemo, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { preconnect } from 'react-dom';
import { useLocation, useNavigate, useRevalidator } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { isDataSaverOn } from '../../../../web/saver.ts';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { texts } from '../texts.ts';
import { wayToAccess, type PlayableGame } from './player-access.ts';

type PlayerControls = { game: PlayableGame; viewer: 'visitor' | 'player'; open: (opener: HTMLElement) => void; warm: () => void };

type PlayerProps = { game: PlayableGame; onClose: () => void; onEnded: () => void };
/** Nothing is fetched anew for it. */
const OPENING = { state: { playing: true }, preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;
const PlayerContext = createContext<PlayerControls | null>(null);

/** The controls of the player around this component. @throws outside a PlayerProvider. */
export function usePlayer(): PlayerControls {
  const controls = useContext(PlayerContext);
  if (!controls) throw new Error('usePlayer needs a PlayerProvider around it');
  return controls;
}

/**
 * Holds the player of a game's page. That it is open is an entry of the history, not a state of ours: so the phone's
 * Back closes the game and not the page, Forward opens it again, and a reload stays in the game.
 */
export function PlayerProvider({ game, viewer, children }: { game: PlayableGame; viewer: 'visitor' | 'player'; children: ReactNode }) {
  const location = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const opener = useRef<HTMLElement | null>(null);
  const mayPlay = game.playable && (!game.isPremium || game.can.play);
  const wanted = (location.state as { playing?: unknown } | null)?.playing === true;
  const isOpen = hydrated && wanted && mayPlay;
  const { pathname, search, hash } = location;

  const open = useCallback(
    (from: HTMLElement) => {
      opener.current = from;
      if (game.isPremium && !game.can.play) return void navigate(wayToAccess(game, viewer));
      if (!game.playable) return toast({ ...texts.notAvailable, kind: 'bad' });
      void navigate({ pathname, search, hash }, OPENING);
    },
    [game, viewer, navigate, toast, pathname, search, hash],
  );

  const close = useCallback(() => {
    const place = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (place > 0) void navigate(-1);
    else void navigate({ pathname, search, hash }, { replace: true, state: null, preventScrollReset: true });
  }, [navigate, pathname, search, hash]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);

  // Who has played may rate now.
  const { revalidate } = useRevalidator();
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  const onEnded = useCallback(() => {
    if (viewer === 'player' && isHere.current) void revalidate();
  }, [viewer, revalidate]);

  const { Player, warm } = usePlayerCode(isOpen);

  if (mayPlay && game.src?.startsWith('http')) preconnect(new URL(game.src).origin);

  const controls = useMemo(() => ({ game, viewer, open, warm }), [game, viewer, open, warm]);
  return (
    <PlayerContext value={controls}>
      {children}
      {isOpen && (Player ? <Player game={game} onClose={close} onEnded={onEnded} /> : <div className="player" />)}
    </PlayerContext>
  );
}

/**
 * The player's code, fetched when the page is idle or a hand comes near, so that it is there at the click.
 * Not React.lazy: that would show an empty page for a moment even when the code is there.
 */
function usePlayerCode(isWanted: boolean) {
  const [Player, setPlayer] = useState<ComponentType<PlayerProps> | null>(null);
  const warm = useCallback(() => {
    import('./player.tsx').then(
      (module) => setPlayer(() => module.Player),
      () => {}, // Offline for a moment: the next touch tries again.
    );
  }, []);
  useEffect(() => {
    if (isWanted) return warm();
    // Where data is saved it waits for the hand.
    if (isDataSaverOn()) return;
    const idle = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1500));
    idle(warm);
  }, [isWanted, warm]);
  return { Player, warm };
}
