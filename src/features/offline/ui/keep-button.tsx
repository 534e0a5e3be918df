import { CircleX, Download, HardDriveDownload, List, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '../../../web/hydrated.ts';
import { canSaveOffline, deleteOfflineGames } from '../../../web/kept-games.ts';
import { Button, LinkButton } from '../../../web/kit/button.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import { useViewerId } from '../../../web/viewer-id.ts';
import { KIT_BYTES, OFFLINE_PAGE } from '../schema.ts';
import { texts } from '../texts.ts';
import { useKept, type KeptNow } from './use-kept.ts';

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

/** Keeps a game on this device, so that it can be played without a network; says first what it weighs. Games of other hosts cannot be kept. */
export function KeepButton({ game }: { game: Game }) {
  const hydrated = useHydrated();
  const kept = useKept()?.find(({ id }) => id === game.id);
  const { part, keep, stop } = useKeeping(game);
  if ((hydrated && !canSaveOffline()) || !game.playable || !game.can.play || game.bytes === null) return null;
  const bytes = game.bytes + KIT_BYTES;
  const isOld = kept !== undefined && kept.src !== (game.src ?? kept.newest);
  return (
    <>
      {kept && (
        <p className="keep-state" role="status">
          <Icon icon={HardDriveDownload} />
          {texts.keep.kept(kept.bytes)}
        </p>
      )}
      {part === null && (!kept || isOld) && (
        <Button variant="soft" className="needs-js" onClick={() => void keep()}>
          <Icon icon={Download} />
          {kept ? texts.keep.renew(bytes) : texts.keep.keep(bytes)}
        </Button>
      )}
      {part !== null && (
        <>
          <p className="keep-state">{texts.keep.busy(Math.round(part * 100))}</p>
          <progress className="keep-progress" value={part} aria-label={texts.keep.progress} />
          <Button variant="soft" onClick={stop}>
            <Icon icon={CircleX} />
            {texts.keep.stop}
          </Button>
        </>
      )}
      {kept && part === null && <KeptActs kept={kept} />}
    </>
  );
}

function KeptActs({ kept }: { kept: KeptNow }) {
  const toast = useToast();
  const remove = async () => {
    await deleteOfflineGames([kept.id]);
    toast(texts.keep.removedToast);
  };
  return (
    <>
      <LinkButton variant="soft" to={OFFLINE_PAGE}>
        <Icon icon={List} />
        {texts.keep.all}
      </LinkButton>
      <Button variant="soft" onClick={() => void remove()}>
        <Icon icon={Trash2} />
        {texts.keep.remove}
      </Button>
    </>
  );
}

/** How far it is, from 0 to 1 (null: nothing is being kept), and the hands on it. Who leaves the page stops it. */
function useKeeping({ id, cover }: Game) {
  const playerId = useViewerId();
  const toast = useToast();
  const [part, setPart] = useState<number | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);
  const keep = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    setPart(0);
    // Most players never do: its code comes when it is wanted.
    const { keepGame } = await import('./keep-game.ts').catch(() => ({ keepGame: async () => 'failed' as const }));
    const done = await keepGame({ id, cover, playerId }, { told: setPart, signal: controller.signal });
    running.current = null;
    setPart(null);
    if (typeof done === 'object') toast({ ...texts.keep.doneToast, sticker: 'heart' });
    else if (done !== 'stopped') toast({ ...FAILED[done], kind: 'bad' });
  };
  return { part, keep, stop: () => running.current?.abort() };
}
