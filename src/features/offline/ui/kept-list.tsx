import { Play, Trash2 } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useHydrated } from '../../../web/hydrated.ts';
import { Button } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { deleteOfflineGames, urlForOfflineFrame } from '../../../web/kept-games.ts';
import { useToast } from '../../../web/kit/toasts.tsx';
import { importWithRetry } from '../../../web/until-there.ts';
import { texts } from '../texts.ts';
import type { KeptNow } from './use-kept.ts';

const loadPlayer = () => import('../../games/plays/ui/player.tsx');
// The service worker has it (vite.config.ts): without a network it could not be fetched any more.
const Player = lazy(async () => ({ default: (await importWithRetry(loadPlayer)).Player }));

/** Nothing is fetched for it. */
const STEP = { preventScrollReset: true, flushSync: true, defaultShouldRevalidate: false } as const;

/** The games on this device, each to be played or removed. Playing is an entry of the history: the phone's Back closes the game. */
export function KeptList({ games }: { games: KeptNow[] }) {
  const [isSure, setSure] = useState(false);
  const { page } = texts;
  const { playing, open, close } = usePlaying(games);
  return (
    <>
      <ul className="kept-list">
        {games.map((game) => (
          <KeptItem key={game.id} game={game} onPlay={(from) => void open(game.id, from)} />
        ))}
      </ul>
      {games.length > 1 && (
        <Button
          variant={isSure ? 'danger-solid' : 'danger'}
          onBlur={() => setSure(false)}
          onClick={() => (isSure ? void deleteOfflineGames(games.map(({ id }) => id)) : setSure(true))}
        >
          {isSure ? page.removeAllSure : page.removeAll}
        </Button>
      )}
      {playing && (
        <Suspense>
          <Player key={playing.id} game={playable(playing)} onClose={close} onEnded={nothing} />
        </Suspense>
      )}
    </>
  );
}

const nothing = () => {};
const playable = ({ id, title }: KeptNow) => ({
  id,
  title,
  src: urlForOfflineFrame(id),
  playable: true,
  isPremium: false,
  can: { play: true },
});

function usePlaying(games: KeptNow[]) {
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  const toast = useToast();
  const hydrated = useHydrated();
  const opener = useRef<HTMLElement>(null);
  const id = (state as { kept?: unknown } | null)?.kept;
  const playing = hydrated ? games.find((game) => game.id === id && game.mayPlay) : undefined;
  const open = async (kept: string, from: HTMLElement) => {
    opener.current = from;
    try {
      await loadPlayer();
    } catch {
      return void toast({ ...texts.page.cannotPlay, kind: 'bad' });
    }
    void navigate({ pathname, search }, { ...STEP, state: { kept } });
  };
  const close = () => {
    const place = (window.history.state as { idx?: number } | null)?.idx ?? 0;
    const stay = () => void navigate({ pathname, search }, { ...STEP, replace: true, state: null });
    if (place > 0) void navigate(-1);
    else stay();
    setTimeout(() => {
      // A game that tried to lead its frame elsewhere has left steps of its own in the history.
      if ((window.history.state as { usr?: { kept?: unknown } } | null)?.usr?.kept === id) stay();
      // Once the page behind the game can be reached again.
      opener.current?.focus({ preventScroll: true });
    }, 150);
  };
  return { playing, open, close };
}

function KeptItem({ game, onPlay }: { game: KeptNow; onPlay: (from: HTMLElement) => void }) {
  const { page } = texts;
  return (
    <li className="panel kept-item">
      <img className="cover" src={game.cover ?? '/brand/placeholder.svg'} width="112" height="84" alt="" />
      <div className="kept-words">
        <h2>{game.title}</h2>
        <p className="kept-facts">
          {page.size(game.bytes)}
          {game.isPremium && <b>{page.premium}</b>}
        </p>
        {!game.mayPlay && <p>{page.stale}</p>}
      </div>
      <div className="kept-acts">
        {game.mayPlay && (
          <Button variant="primary" aria-label={page.playAloud(game.title)} onClick={(event) => onPlay(event.currentTarget)}>
            <Icon icon={Play} filled />
            {page.play}
          </Button>
        )}
        <Button variant="soft" aria-label={page.removeAloud(game.title)} onClick={() => void deleteOfflineGames([game.id])}>
          <Icon icon={Trash2} />
          {page.remove}
        </Button>
      </div>
    </li>
  );
}
