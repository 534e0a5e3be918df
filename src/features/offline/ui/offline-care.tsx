import { useCallback } from 'react';
import { Button } from '../../../web/kit/button.tsx';
import { useToast } from '../../../web/kit/toasts.tsx';
import type { SyncResult } from '../../../web/send-later.ts';
import { texts } from '../texts.ts';
import { useLoadedAgain } from './use-loaded-again.ts';
import { useOwner } from './use-owner.ts';
import { useVisited } from './use-visited.ts';
import { useWholeSteps } from './use-whole-steps.ts';
import { useWorker } from './use-worker.ts';

type OfflineCareProps = { viewerId: string | null; hasPremium: boolean; isKept: boolean };

/** Looks after what is kept on this device, and says when there is a new version of the site; it never reloads by itself. */
export function OfflineCare({ viewerId, hasPremium, isKept }: OfflineCareProps) {
  const toast = useToast();
  const onSent = useCallback(
    ({ taken, refused }: SyncResult) => {
      if (taken > 0) toast({ ...texts.sent(taken), sticker: 'heart' });
      if (refused > 0) toast({ ...texts.refused(refused), kind: 'bad' });
    },
    [toast],
  );
  const onGone = useCallback((titles: string[]) => titles.forEach((title) => toast({ ...texts.gone(title), isPersistent: true })), [toast]);
  useOwner({ viewerId, hasPremium, isKept, onSent, onGone });
  useLoadedAgain(isKept);
  useVisited(isKept);
  useWholeSteps();
  const { isNewer, takeOver } = useWorker();
  if (!isNewer) return null;
  return (
    <div className="update-note" role="status">
      <span>{texts.update.text}</span>
      <Button variant="primary" size="sm" onClick={takeOver}>
        {texts.update.use}
      </Button>
    </div>
  );
}
