import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/state.tsx';
import type { GameCard } from '../../games/catalogue/schema.ts';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import { texts } from '../texts.ts';
import { usePrefetch } from '../../../web/use-saver.ts';

/** What was played last, or that it cannot be read. */
export type RecentState = { games: GameCard[] } | 'error';

/** Shown at most (spec 1, section 9). */
const PLACES = [0, 1, 2, 3, 4, 5];

/** What the player played last, as arcade tokens: the first thing under the greeting. */
export function RecentGames({ state }: { state: RecentState }) {
  const prefetch = usePrefetch();
  const { recent } = texts.home;
  if (state === 'error') {
    return (
      <Recent>
        <div className="panel recent-note">
          <EmptyState mood="oops" title={recent.error} text={recent.errorText} />
        </div>
      </Recent>
    );
  }
  if (state.games.length === 0) {
    return (
      <Recent>
        <div className="panel recent-note">
          <EmptyState title={recent.empty} text={recent.emptyText} />
        </div>
      </Recent>
    );
  }
  return (
    <Recent withAll>
      <ul className="tokens">
        {state.games.slice(0, PLACES.length).map((game) => (
          <li key={game.id}>
            <Link className="token" to={`/games/${game.id}`} prefetch={prefetch}>
              <span className="token-coin">
                <Cover src={game.cover} lazy={false} />
              </span>
              <span className="token-name">{game.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Recent>
  );
}

/** The same while it is on its way. */
export function RecentSkeleton() {
  return (
    <Recent withAll isBusy>
      <ul className="tokens" aria-hidden="true">
        {PLACES.map((place) => (
          <li key={place}>
            <span className="token">
              <Skeleton className="token-coin" />
              <Skeleton className="token-name" />
            </span>
          </li>
        ))}
      </ul>
    </Recent>
  );
}

function Recent({ withAll = false, isBusy = false, children }: { withAll?: boolean; isBusy?: boolean; children: ReactNode }) {
  const { recent, seeAll } = texts.home;
  return (
    <section className="section wrap recent" aria-labelledby="recent" aria-busy={isBusy || undefined}>
      <div className="section-head">
        <h2 id="recent">{recent.title}</h2>
        {withAll && (
          <Link className="see-all" to="/profile?tab=history" aria-label={recent.seeAll}>
            {seeAll}
            <Icon icon={ChevronRight} size="small" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
