import { Suspense } from 'react';
import { Await } from 'react-router';
import { RecentGames, RecentSkeleton, type RecentGamesState } from './recent-games.tsx';

/** What the player played last, with placeholders while it is on its way. */
export function DeferredRecentGames({ games }: { games: Promise<RecentGamesState> }) {
  return (
    <Suspense fallback={<RecentSkeleton />}>
      <Await resolve={games}>{(state) => <RecentGames state={state} />}</Await>
    </Suspense>
  );
}
