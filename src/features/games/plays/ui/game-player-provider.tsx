import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  type ComponentProps,
  type ComponentType,
  type ReactNode,
} from 'react';
import { preconnect } from 'react-dom';
import { useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { isDataSaverOn } from '../../../../web/data-saver.ts';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { PLAY_HASH } from '../../catalogue/schema.ts';
import { texts } from '../texts.ts';
import { urlForAccess, type PlayableGame } from './game-access.ts';
// With the page, not with the code of the game player: a game opens without waiting for styles.
import './game-player.css';

type GamePlayerControls = { game: PlayableGame; viewer: 'visitor' | 'player'; open: (opener: HTMLElement) => void; preload: () => void };

type GamePlayerProps = ComponentProps<typeof import('./game-player.tsx').GamePlayer>;
/** How the player got into the game: by a press on its page, by a link from elsewhere; null: by a reload, or forward again. */
type Entry = 'page' | 'link' | null;
/** Opening the game player reloads no data. */
const OPEN_NAVIGATION = { state: { playing: true }, preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;
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

/**
 * Provides the game player of a game's page. Whether it is open is stored in the history entry, not in component state: the phone's Back
 * button closes the game instead of leaving the page, Forward opens it again, and a reload stays in the game. A link that ends in PLAY_HASH
 * opens it at once; closing leads back to where that link was.
 */
export function GamePlayerProvider({ game, viewer, otherGames, children }: GamePlayerProviderProps) {
  const location = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const openerRef = useRef<HTMLElement | null>(null);
  const canPlay = game.playable && (!game.isPremium || game.can.play);
  const { pathname, search, hash } = location;
  const isLinked = hash === PLAY_HASH;
  const isRequested = isLinked || (location.state as { playing?: unknown } | null)?.playing === true;
  // It closes as soon as the player leaves, though the next page may take a while.
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const isOpen = hydrated && isRequested && canPlay && !isLeaving;
  const [entry, setEntry] = useState<Entry>(null);

  const open = useCallback(
    (from: HTMLElement) => {
      openerRef.current = from;
      if (game.isPremium && !game.can.play) return void navigate(urlForAccess(game, viewer));
      if (!game.playable) return toast({ ...texts.notAvailable, kind: 'bad' });
      setEntry('page');
      void navigate({ pathname, search }, OPEN_NAVIGATION);
    },
    [game, viewer, navigate, toast, pathname, search],
  );

  // The URL of the page goes into the address bar, so that a copied or reloaded one does not start the game.
  const follow = useEffectEvent(() => {
    setEntry('link');
    if (!game.playable) toast({ ...texts.notAvailable, kind: 'bad' });
    void navigate({ pathname, search }, { ...OPEN_NAVIGATION, replace: true, state: canPlay ? OPEN_NAVIGATION.state : null });
  });
  useEffect(() => {
    if (isLinked) follow();
  }, [isLinked, game.id]);

  const showPage = useCallback(() => {
    void navigate({ pathname, search }, { ...OPEN_NAVIGATION, replace: true, state: null });
  }, [navigate, pathname, search]);

  const close = useCallback(() => {
    const historyIndex = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (historyIndex > 0) void navigate(-1);
    else showPage();
  }, [navigate, showPage]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      openerRef.current?.focus({ preventScroll: true });
      setEntry(null);
    }
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
      {isOpen && Player && (
        <Player
          key={game.id}
          game={game}
          beginsAtOnce={entry !== null}
          onClose={close}
          onEnded={onEnded}
          onGamePage={entry === 'page' ? close : showPage}
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
