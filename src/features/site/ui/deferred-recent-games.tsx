import { Suspense, use } from 'react';
import { RecentGames, RecentSkeleton, type RecentGamesState } from './recent-games.tsx';

type DeferredRecentGamesProps = { games: Promise<RecentGamesState> };

/** The games the player played last, with placeholders while they load. */
export function DeferredRecentGames({ games }: DeferredRecentGamesProps) {
  return (
    <div className="recent-place">
      <Suspense fallback={<RecentSkeleton />}>
        <ResolvedRecentGames games={games} />
      </Suspense>
    </div>
  );
}

/** React's `use`, not `Await`, which shows the placeholders once more for games that the server has already rendered. */
function ResolvedRecentGames({ games }: DeferredRecentGamesProps) {
  return <RecentGames state={use(games)} />;
}
