import { useEffect, useEffectEvent } from 'react';
import { subscribeToLive } from '../../../web/live.ts';
import { dropKept, isOlderThan, listKept, touchKept } from '../../../web/kept-games.ts';
import { dropWaitingOfOthers, sendWaiting, takeOutcome, type Outcome } from '../../../web/send-later.ts';
import { forgetStored, PLACES, readStored, writeStored } from '../../../web/storage.ts';
import { withoutTicket } from '../rules.ts';
import type { FromWorker, KeepSource } from '../schema.ts';

/** It is asked this often, at most, whether a kept game may still be played, in milliseconds. */
const PREMIUM_CHECK_MS = 3_600_000;
const FREE_CHECK_MS = 86_400_000;

type OwnerProps = {
  viewerId: string | null;
  /** Of who has none the premium games that are kept here are asked about at once. */
  hasPremium: boolean;
  /** The page was not loaded but kept: it does not know who looks. */
  isKept: boolean;
  /** What became of what was sent. */
  onSent: (outcome: Outcome) => void;
  /** These kept games may not be played any more: they are gone. */
  onGone: (titles: string[]) => void;
};

/**
 * What is kept here for one player goes when that player is not signed in any more: visited pages and pictures, premium games; what
 * they did without a network when somebody else signs in (or they sign out: accounts/ui/news.tsx). What waits is sent, now and whenever the network is back.
 */
export function useOwner({ viewerId, hasPremium, isKept, onSent, onGone }: OwnerProps): void {
  const tell = useEffectEvent(async () => {
    const outcome = await takeOutcome();
    if (outcome.taken + outcome.refused > 0) onSent(outcome);
  });
  const check = useEffectEvent(async (premiumAfter: number) => {
    const gone = await checkRights(premiumAfter);
    if (gone.length > 0) onGone(gone);
  });
  const settle = useEffectEvent(async () => {
    const before = readStored('owner');
    if (before !== null && before !== viewerId) await forgetVisits();
    writeStored('owner', viewerId);
    if (viewerId !== null) await dropWaitingOfOthers(viewerId);
    await dropOthers(viewerId);
    await sendWaiting();
    await tell();
    await check(hasPremium ? PREMIUM_CHECK_MS : 0);
  });

  useEffect(() => {
    if (isKept) return;
    // A closed store keeps nothing, so that there is nothing to do.
    const run = () => void settle().catch(() => {});
    const hear = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'sent') void tell().catch(() => {});
      else if (data.reached) run();
    };
    run();
    window.addEventListener('online', run);
    navigator.serviceWorker?.addEventListener('message', hear);
    const stopHearing = subscribeToLive((news) => news.kind === 'rights' && void check(0).catch(() => {}));
    return () => {
      window.removeEventListener('online', run);
      navigator.serviceWorker?.removeEventListener('message', hear);
      stopHearing();
    };
  }, [viewerId, isKept]);
}

/** Where pages and pictures are kept they are from now on kept anew: the caches stay, empty (worker.ts). */
async function forgetVisits(): Promise<void> {
  forgetStored(['lists', 'scroll', 'drafts', 'unsent']);
  if (!('caches' in window)) return;
  for (const { key } of [PLACES.pages, PLACES.files]) if (await caches.delete(key)) await caches.open(key);
}

/** Premium games of somebody else. */
async function dropOthers(viewerId: string | null): Promise<void> {
  const others = (await listKept()).filter((game) => game.isPremium && game.playerId !== viewerId);
  await dropKept(others.map(({ id }) => id));
}

/**
 * Games stay as long as the server says that they may be played: none that was hidden, and no premium one without premium.
 * @returns the titles of those that are gone
 */
async function checkRights(premiumAfter: number): Promise<string[]> {
  const now = Date.now();
  const due = (await listKept()).filter((game) => isOlderThan(game.isPremium ? premiumAfter : FREE_CHECK_MS, game, now));
  const gone: string[] = [];
  for (const { id, title } of due) {
    const answer = await fetch(`/games/${encodeURIComponent(id)}/kept`, { headers: { accept: 'application/json' } }).catch(() => null);
    if (answer?.ok) await touchKept(id, now, withoutTicket(((await answer.json()) as KeepSource).src));
    else if (answer !== null && [401, 403, 404, 409].includes(answer.status) && (await isOurs(answer))) {
      await dropKept([id]);
      gone.push(title);
    }
  }
  return gone;
}

/** Whether our server said so, and not something on the way to it: that would take away every game. */
async function isOurs(refusal: Response): Promise<boolean> {
  const said = (await refusal.json().catch(() => null)) as { code?: unknown } | null;
  return typeof said?.code === 'string';
}
