import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import { useHydrated } from '../../../../web/hydrated.ts';
import { useToast } from '../../../../web/kit/toasts.tsx';
import { PLAY_HASH } from '../../catalogue/schema.ts';
import { texts } from '../texts.ts';
import { urlForAccess, type PlayableGame } from './game-access.ts';

/** How the player got into the game: by a press on its page, by a link from elsewhere; null: by a reload, or forward again. */
type Entry = 'page' | 'link' | null;

/** Opening and closing the game player reloads no data. */
const STAY = { preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;
const PLAYING = { playing: true };

/**
 * Whether the game player is open. That is stored in the history entry, not in component state: the phone's Back button closes the game
 * instead of leaving the page, Forward opens it again, and a reload stays in the game. A link that ends in PLAY_HASH opens it at once;
 * closing leads back to where that link was.
 */
export function useGamePlayerHistory(game: PlayableGame, viewer: 'visitor' | 'player', canPlay: boolean) {
  const { pathname, search, hash, state } = useLocation();
  const next = useNavigation().location;
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const opener = useRef<HTMLElement | null>(null);
  const [entry, setEntry] = useState<Entry>(null);
  const isLinked = hash === PLAY_HASH;
  const isRequested = isLinked || (state as Partial<typeof PLAYING> | null)?.playing === true;
  // It closes as soon as the player leaves, though the next page may take a while.
  const isLeaving = next !== undefined && next.pathname !== pathname;
  const isOpen = hydrated && isRequested && canPlay && !isLeaving;

  const open = useCallback(
    (from: HTMLElement) => {
      opener.current = from;
      if (game.isPremium && !game.can.play) return void navigate(urlForAccess(game, viewer));
      if (!game.playable) return toast({ ...texts.notAvailable, kind: 'bad' });
      setEntry('page');
      void navigate({ pathname, search }, { ...STAY, state: PLAYING });
    },
    [game, viewer, navigate, toast, pathname, search],
  );

  // The URL of the page goes into the address bar, so that a copied or reloaded one does not start the game.
  const followLink = useEffectEvent(() => {
    // Who went Back before this effect ran is already on another page, which React has yet to hear of.
    if (window.location.hash !== PLAY_HASH) return;
    setEntry('link');
    if (!game.playable) toast({ ...texts.notAvailable, kind: 'bad' });
    void navigate({ pathname, search }, { ...STAY, replace: true, state: canPlay ? PLAYING : null });
  });
  // Who goes Back before the page was drawn is on the way out: this would hold them here.
  const shouldFollow = isLinked && !isLeaving;
  useEffect(() => {
    if (shouldFollow) followLink();
  }, [shouldFollow, game.id]);

  const close = useCallback(() => {
    const historyIndex = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    if (historyIndex > 0) void navigate(-1);
    else void navigate({ pathname, search }, { ...STAY, replace: true, state: null });
  }, [navigate, pathname, search]);

  const showPage = useCallback(() => {
    if (entry === 'page') close();
    else void navigate({ pathname, search }, { ...STAY, replace: true, state: null });
  }, [entry, close, navigate, pathname, search]);

  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) {
      opener.current?.focus({ preventScroll: true });
      setEntry(null);
    }
    wasOpen.current = isOpen;
  }, [isOpen]);

  return { isOpen, beginsAtOnce: entry !== null, open, close, showPage };
}
