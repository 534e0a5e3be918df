import { Suspense } from 'react';
import { Await } from 'react-router';
import { RecentGames, RecentSkeleton, type RecentGamesState } from './recent-games.tsx';

/** The games the player played last, with placeholders while they load. */
export function DeferredRecentGames({ games }: { games: Promise<RecentGamesState> }) {
  return (
    <Suspense fallback={<RecentSkeleton />}>
      <Await resolve={games}>{(state) => <RecentGames state={state} />}</Await>
    </Suspense>
  );
}
