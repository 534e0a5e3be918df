import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { deleteOfflineGames, urlForOfflineFrame } from '../../../web/offline-games.ts';
import { useToast } from '../../../web/kit/toasts.tsx';
import { importWithRetry } from '../../../web/import-with-retry.ts';
import { texts } from '../texts.ts';
import type { OfflineGameView } from './use-offline-games.ts';
// With the page, which the service worker caches together with its styles.
import '../../games/plays/ui/game-player.css';
import './offline-page.css';

const loadGamePlayer = () => import('../../games/plays/ui/game-player.tsx');
// The service worker caches this chunk in advance (vite.config.ts): offline it could not be fetched.
const GamePlayer = lazy(async () => ({ default: (await importWithRetry(loadGamePlayer)).GamePlayer }));

/** The navigation loads no data. */
const NAVIGATE_OPTIONS = { preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;

/**
 * The games saved on this device, each with buttons to play and remove it. Playing adds a history entry: the phone's Back button closes the
 * game.
 */
export function OfflineGameList({ games }: { games: OfflineGameView[] }) {
  const [isConfirming, setConfirming] = useState(false);
  const { page } = texts;
  const { playing, open, close } = useOfflinePlayer(games);
  return (
    <>
      <ul className="offline-game-list">
        {games.map((game) => (
          <OfflineGameItem key={game.id} game={game} onPlay={(from) => void open(game.id, from)} />
        ))}
      </ul>
      {games.length > 1 && (
        <Button
          variant={isConfirming ? 'danger-solid' : 'danger'}
          onBlur={() => setConfirming(false)}
          onClick={() => (isConfirming ? void deleteOfflineGames(games.map(({ id }) => id)) : setConfirming(true))}
        >
          {isConfirming ? page.removeAllSure : page.removeAll}
        </Button>
      )}
      {playing && (
        <Suspense>
          <GamePlayer
            key={playing.id}
            game={toPlayableGame(playing)}
            beginsAtOnce
            onClose={close}
            onEnded={noop}
            onGamePage={null}
            otherGames={null}
          />
        </Suspense>
      )}
    </>
  );
}

const noop = () => {};
const toPlayableGame = ({ id, title }: OfflineGameView) => ({
  id,
  title,
  src: urlForOfflineFrame(id),
  playable: true,
  isPremium: false,
  can: { play: true },
});

function useOfflinePlayer(games: OfflineGameView[]) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const opener = useRef<HTMLElement>(null);
  const id = (state as { kept?: unknown } | null)?.kept;
  const playing = hydrated ? games.find((game) => game.id === id && game.canPlay) : undefined;
  const open = async (gameId: string, from: HTMLElement) => {
    opener.current = from;
    try {
      await loadGamePlayer();
    } catch {
      return void toast({ ...texts.page.cannotPlay, kind: 'bad' });
    }
    void navigate({ pathname, search }, { ...NAVIGATE_OPTIONS, state: { kept: gameId } });
  };
  const close = () => {
    const historyIndex = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    const clearState = () => void navigate({ pathname, search }, { ...NAVIGATE_OPTIONS, replace: true, state: null });
    if (historyIndex > 0) void navigate(-1);
    else clearState();
    setTimeout(() => {
      // A game that tried to navigate its frame has added history entries of its own.
      if ((window.history.state as { usr?: { kept?: unknown } } | null)?.usr?.kept === id) clearState();
      // The delay lets the page behind the game become focusable again.
      opener.current?.focus({ preventScroll: true });
    }, 150);
  };
  return { playing, open, close };
}

function OfflineGameItem({ game, onPlay }: { game: OfflineGameView; onPlay: (from: HTMLElement) => void }) {
  const { page } = texts;
  return (
    <li className="panel offline-game-item">
      <img className="cover" src={game.cover ?? '/brand/placeholder.svg'} width="112" height="84" alt="" />
      <div className="offline-game-words">
        <h2>{game.title}</h2>
        <p className="offline-game-facts">
          {page.size(game.bytes)}
          {game.isPremium && <b>{page.premium}</b>}
        </p>
        {!game.canPlay && <p>{page.stale}</p>}
      </div>
      <div className="offline-game-acts">
        {game.canPlay && (
          <Button variant="primary" aria-label={page.playAloud(game.title)} onClick={(event) => onPlay(event.currentTarget)}>
            <Icon icon="play" filled />
            {page.play}
          </Button>
        )}
        <Button variant="soft" aria-label={page.removeAloud(game.title)} onClick={() => void deleteOfflineGames([game.id])}>
          <Icon icon="trash" />
          {page.remove}
        </Button>
      </div>
    </li>
  );
}
