import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive } from '../../../web/live.ts';
import { deleteOfflineGames, isOlderThan, listOfflineGames, updateOfflineGame } from '../../../web/offline-games.ts';
import { removeRequestsOfOthers, flushRequestQueue, takeSyncResult, type SyncResult } from '../../../web/request-queue.ts';
import { clearStorage, STORAGE_ENTRIES, readStorage, writeStorage } from '../../../web/storage.ts';
import { withoutTicket } from '../rules.ts';
import type { MessageFromWorker, OfflineGameSource } from '../schema.ts';

/** It is asked this often, at most, whether a kept game may still be played, in milliseconds. */
const PREMIUM_CHECK_MS = 3_600_000;
const FREE_CHECK_MS = 86_400_000;

type DeviceOwnerProps = {
  viewerId: string | null;
  /** Of who has none the premium games that are kept here are asked about at once. */
  hasPremium: boolean;
  /** The page was not loaded but kept: it does not know who looks. */
  isFromCache: boolean;
  /** What became of what was sent. */
  onSent: (outcome: SyncResult) => void;
  /** These kept games may not be played any more: they are gone. */
  onRemoved: (titles: string[]) => void;
};

/**
 * What is kept here for one player goes when that player is not signed in any more: visited pages and pictures, premium games; what
 * they did without a network when somebody else signs in (or they sign out: accounts/ui/flash-message-toast.tsx). What waits is sent, now and whenever the network is back.
 */
export function useDeviceOwner({ viewerId, hasPremium, isFromCache, onSent, onRemoved }: DeviceOwnerProps): void {
  const reportOutcome = useEffectEvent(async () => {
    const outcome = await takeSyncResult();
    if (outcome.taken + outcome.refused > 0) onSent(outcome);
  });
  const checkAccess = useEffectEvent(async (premiumCheckMs: number) => {
    const removed = await removeForbiddenGames(premiumCheckMs);
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
    await checkAccess(hasPremium ? PREMIUM_CHECK_MS : 0);
  });

  useEffect(() => {
    if (isFromCache) return;
    // A closed store keeps nothing, so that there is nothing to do.
    const run = () => void syncOwner().catch(() => {});
    const onMessage = ({ data }: MessageEvent<MessageFromWorker>) => {
      if (data.kind === 'sent') void reportOutcome().catch(() => {});
      else if (data.reached) run();
    };
    run();
    window.addEventListener('online', run);
    navigator.serviceWorker?.addEventListener('message', onMessage);
    const unsubscribe = subscribeToLive((event) => event.kind === 'rights' && void checkAccess(0).catch(() => {}));
    return () => {
      window.removeEventListener('online', run);
      navigator.serviceWorker?.removeEventListener('message', onMessage);
      unsubscribe();
    };
  }, [viewerId, isFromCache]);
}

/** Where pages and pictures are kept they are from now on kept anew: the caches stay, empty (worker.ts). */
async function clearVisitCaches(): Promise<void> {
  clearStorage(['lists', 'scroll', 'drafts', 'unsent']);
  if (!('caches' in window)) return;
  for (const { key } of [STORAGE_ENTRIES.pages, STORAGE_ENTRIES.files]) if (await caches.delete(key)) await caches.open(key);
}

/** Premium games of somebody else. */
async function removeOtherPlayersGames(viewerId: string | null): Promise<void> {
  const others = (await listOfflineGames()).filter((game) => game.isPremium && game.playerId !== viewerId);
  await deleteOfflineGames(others.map(({ id }) => id));
}

/**
 * Games stay as long as the server says that they may be played: none that was hidden, and no premium one without premium.
 * @returns the titles of those that are gone
 */
async function removeForbiddenGames(premiumCheckMs: number): Promise<string[]> {
  const now = Date.now();
  const due = (await listOfflineGames()).filter((game) => isOlderThan(game.isPremium ? premiumCheckMs : FREE_CHECK_MS, game, now));
  const removedTitles: string[] = [];
  for (const { id, title } of due) {
    const response = await fetch(`/games/${encodeURIComponent(id)}/kept`, { headers: { accept: 'application/json' } }).catch(() => null);
    if (response?.ok) await updateOfflineGame(id, now, withoutTicket(((await response.json()) as OfflineGameSource).src));
    else if (response !== null && [401, 403, 404, 409].includes(response.status) && (await isAppErrorResponse(response))) {
      await deleteOfflineGames([id]);
      removedTitles.push(title);
    }
  }
  return removedTitles;
}

/** Whether our server said so, and not something on the way to it: that would take away every game. */
async function isAppErrorResponse(response: Response): Promise<boolean> {
  const body = (await response.json().catch(() => null)) as { code?: unknown } | null;
  return typeof body?.code === 'string';
}
