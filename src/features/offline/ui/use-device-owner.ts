import { useEffect, useEffectEvent } from 'react';
import { withoutTicket } from '../../../shared/offline-games.ts';
import type { MessageFromWorker } from '../../../shared/service-worker-messages.ts';
import { subscribeToLive } from '../../../web/live.ts';
import { belongsToPlayer, deleteOfflineGames, isOlderThan, listOfflineGames, updateOfflineGame } from '../../../web/offline-games.ts';
import { removeRequestsOfOthers, flushRequestQueue, takeSyncResult, type SyncResult } from '../../../web/request-queue.ts';
import { clearStorage, STORAGE_ENTRIES, readStorage, writeStorage } from '../../../web/storage.ts';
import { getCheckInterval } from '../rules.ts';
import type { OfflineGameSource } from '../schema.ts';

type DeviceOwnerProps = {
  viewerId: string | null;
  /** Without premium, the saved premium games are checked at once. */
  hasPremium: boolean;
  /** The page came from the cache: it does not know the current user. */
  isFromCache: boolean;
  /** Called with the outcome of the queued requests that were sent. */
  onSent: (outcome: SyncResult) => void;
  /** Called with the titles of saved games that were removed because they may not be played any more. */
  onRemoved: (titles: string[]) => void;
};

/**
 * Deletes what was saved here for a player who is no longer signed in: visited pages and images, and games that are not for everybody. Requests they queued
 * offline are deleted when somebody else signs in (or on sign-out: accounts/ui/flash-message-toast.tsx); what a visitor queued is sent as
 * a visitor's, whoever signs in. Sends queued requests now and whenever the network is back.
 */
export function useDeviceOwner({ viewerId, hasPremium, isFromCache, onSent, onRemoved }: DeviceOwnerProps): void {
  const reportOutcome = useEffectEvent(async () => {
    const outcome = await takeSyncResult();
    if (outcome.taken + outcome.refused + outcome.signedOut > 0) onSent(outcome);
  });
  const checkAccess = useEffectEvent(async (mayHaveChanged: boolean) => {
    const removed = await removeForbiddenGames(viewerId, { hasPremium, mayHaveChanged });
    if (removed.length > 0) onRemoved(removed);
  });
  const syncOwner = useEffectEvent(async () => {
    const before = readStorage('owner');
    if (before !== null && before !== viewerId) await clearVisitCaches();
    writeStorage('owner', viewerId);
    if (viewerId !== null) await removeRequestsOfOthers(viewerId);
    await removeOtherPlayersGames(viewerId);
    await flushRequestQueue();
    await reportOutcome();
    await checkAccess(false);
  });

  useEffect(() => {
    if (isFromCache) return;
    // If storage is unavailable, nothing is saved and there is nothing to do.
    const run = () => void syncOwner().catch(() => {});
    const onMessage = ({ data }: MessageEvent<MessageFromWorker>) => {
      if (data.kind === 'sent') void reportOutcome().catch(() => {});
      else if (data.reached) run();
    };
    run();
    window.addEventListener('online', run);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    const unsubscribe = subscribeToLive((event) => event.kind === 'rights' && void checkAccess(true).catch(() => {}));
    return () => {
      window.removeEventListener('online', run);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
      unsubscribe();
    };
  }, [viewerId, isFromCache]);
}

/** Empties the caches of pages and images. Caches that existed stay in place, empty, so that caching continues (service-worker.ts). */
async function clearVisitCaches(): Promise<void> {
  clearStorage(['lists', 'scroll', 'drafts', 'unsent']);
  if (!('caches' in window)) return;
  for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) if (await caches.delete(key)) await caches.open(key);
}

/** Deletes the saved games that belong to other players. */
async function removeOtherPlayersGames(viewerId: string | null): Promise<void> {
  const others = (await listOfflineGames()).filter((game) => belongsToPlayer(game) && game.playerId !== viewerId);
  await deleteOfflineGames(others.map(({ id }) => id));
}

/**
 * Deletes saved games that the server says may not be played any more: hidden games, premium games without premium, games for older players.
 * @param viewer whether they have premium, and whether what they may do may have changed
 * @returns the titles of the deleted games
 */
async function removeForbiddenGames(viewerId: string | null, viewer: { hasPremium: boolean; mayHaveChanged: boolean }): Promise<string[]> {
  const now = Date.now();
  const due = (await listOfflineGames()).filter((game) => {
    const interval = getCheckInterval({ isPremium: game.isPremium, belongsToPlayer: belongsToPlayer(game) }, viewer);
    return isOlderThan(interval, game, now);
  });
  const removedTitles: string[] = [];
  for (const { id, title } of due) {
    const response = await fetch(`/games/${encodeURIComponent(id)}/kept`, { headers: { accept: 'application/json' } }).catch(() => null);
    if (response?.ok) {
      const { src, isForEverybody } = (await response.json()) as OfflineGameSource;
      await updateOfflineGame(id, now, withoutTicket(src), isForEverybody ? null : viewerId);
    } else if (response !== null && [401, 403, 404, 409].includes(response.status) && (await isAppErrorResponse(response))) {
      await deleteOfflineGames([id]);
      removedTitles.push(title);
    }
  }
  return removedTitles;
}

/** Whether our server sent the error, and not a proxy in between: a proxy's error would delete every game. */
async function isAppErrorResponse(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
  return typeof body?.code === 'string';
}
