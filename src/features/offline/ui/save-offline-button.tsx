import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { canSaveOffline, deleteOfflineGames } from '../../../web/offline-games.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useViewerId } from '../../../web/viewer-id.ts';
import { DataCost } from '../../data-saver/ui/data-cost.tsx';
import { KIT_BYTES, OFFLINE_PAGE } from '../schema.ts';
import { texts } from '../texts.ts';
import { useOfflineGames, type OfflineGameView } from './use-offline-games.ts';
import './save-offline-button.css';

type Game = {
  id: string;
  cover: string | null;
  src: string | null;
  bytes: number | null;
  isPremium: boolean;
  playable: boolean;
  can: { play: boolean };
};

const FAILED = { failed: texts.keep.failedToast, full: texts.keep.fullToast, cannot: texts.keep.cannotToast };

/** Saves a game on this device for offline play; shows its size first. Games on other hosts cannot be saved. */
export function SaveOfflineButton({ game }: { game: Game }) {
  const hydrated = useHydrated();
  const offlineGame = useOfflineGames()?.find(({ id }) => id === game.id);
  const { part: progress, keep: save, stop } = useSaveOffline(game);
  if ((hydrated && !canSaveOffline()) || !game.playable || !game.can.play || game.bytes === null) return null;
  const bytes = game.bytes + KIT_BYTES;
  const isOutdated = offlineGame !== undefined && offlineGame.src !== (game.src ?? offlineGame.newest);
  return (
    <>
      {offlineGame && (
        <p className="keep-state" role="status">
          <Icon icon="hard-drive-download" />
          {texts.keep.kept(offlineGame.bytes)}
        </p>
      )}
      {progress === null && (!offlineGame || isOutdated) && (
        <Button variant="soft" multiline className="needs-js" onClick={() => void save()}>
          <Icon icon="download" />
          <span>
            {offlineGame ? texts.keep.renew(bytes) : texts.keep.keep(bytes)}
            <DataCost bytes={bytes} />
          </span>
        </Button>
      )}
      {progress !== null && (
        <>
          <p className="keep-state">{texts.keep.busy(Math.round(progress * 100))}</p>
          <progress className="keep-progress" value={progress} aria-label={texts.keep.progress} />
          <Button variant="soft" onClick={stop}>
            <Icon icon="circle-x" />
            {texts.keep.stop}
          </Button>
        </>
      )}
      {offlineGame && progress === null && <OfflineGameActions game={offlineGame} />}
    </>
  );
}

function OfflineGameActions({ game }: { game: OfflineGameView }) {
  const toast = useToast();
  const remove = async () => {
    await deleteOfflineGames([game.id]);
    toast(texts.keep.removedToast);
  };
  return (
    <>
      <LinkButton variant="soft" to={OFFLINE_PAGE}>
        <Icon icon="list" />
        {texts.keep.all}
      </LinkButton>
      <Button variant="soft" onClick={() => void remove()}>
        <Icon icon="trash" />
        {texts.keep.remove}
      </Button>
    </>
  );
}

/** The progress from 0 to 1 (null: nothing is being saved), and functions to start and stop. Leaving the page stops the download. */
function useSaveOffline({ id, cover }: Game) {
  const playerId = useViewerId();
  const toast = useToast();
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const save = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setProgress(0);
    // Loaded on demand: most players never save a game.
    const { downloadGame } = await import('./download-game.ts').catch(() => ({ downloadGame: async () => 'failed' as const }));
    const result = await downloadGame({ id, cover, playerId }, { onProgress: setProgress, signal: controller.signal });
    running.current = null;
    setProgress(null);
    if (typeof result === 'object') toast({ ...texts.keep.doneToast, sticker: 'heart' });
    else if (result !== 'stopped') toast({ ...FAILED[result], kind: 'bad' });
  };
  return { part: progress, keep: save, stop: () => running.current?.abort() };
}
