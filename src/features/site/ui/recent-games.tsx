import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { CachedContent } from '../../../web/cached-content.tsx';
import { Icon } from '../../../web/kit/icon.tsx';
import { EmptyState, Skeleton } from '../../../web/kit/empty-state.tsx';
import type { GameCard } from '../../games/catalogue/schema.ts';
import { Cover } from '../../games/catalogue/ui/cover.tsx';
import { texts } from '../texts.ts';
import { usePrefetch } from '../../../web/use-data-saver.ts';

/** The recently played games, or 'error' if they could not be loaded. */
export type RecentGamesState = { games: GameCard[] } | 'error';

/** One placeholder for each game shown at most (spec 1, section 9). */
const PLACEHOLDERS = [0, 1, 2, 3, 4, 5];

/** The games the player played last, styled as arcade tokens: the first section below the greeting. */
export function RecentGames({ state }: { state: RecentGamesState }) {
  const { recent } = texts.home;
  if (state === 'error') {
    return (
      <RecentSection>
        <div className="panel recent-note">
          <EmptyState mood="oops" title={recent.error} text={recent.errorText} />
        </div>
      </RecentSection>
    );
  }
  if (state.games.length === 0) {
    return (
      <RecentSection>
        <div className="panel recent-note">
          <EmptyState title={recent.empty} text={recent.emptyText} />
        </div>
      </RecentSection>
    );
  }
  return (
    <RecentSection withSeeAll>
      <CachedContent
        as="ul"
        className="tokens"
        component={Tokens}
        props={{ games: state.games.slice(0, PLACEHOLDERS.length).map(({ id, title, cover }) => ({ id, title, cover })) }}
      />
    </RecentSection>
  );
}

function Tokens({ games }: { games: Pick<GameCard, 'id' | 'title' | 'cover'>[] }) {
  const prefetch = usePrefetch();
  return games.map((game) => (
    <li key={game.id}>
      <Link className="token" to={`/games/${game.id}`} prefetch={prefetch}>
        <span className="token-coin">
          <Cover src={game.cover} lazy={false} />
        </span>
        <span className="token-name">{game.title}</span>
      </Link>
    </li>
  ));
}

/** Placeholders while the recent games load. */
export function RecentSkeleton() {
  return (
    <RecentSection withSeeAll isBusy>
      <ul className="tokens" aria-hidden="true">
        {PLACEHOLDERS.map((index) => (
          <li key={index}>
            <span className="token">
              <Skeleton className="token-coin" />
              <Skeleton className="token-name" />
            </span>
          </li>
        ))}
      </ul>
    </RecentSection>
  );
}

function RecentSection({ withSeeAll = false, isBusy = false, children }: { withSeeAll?: boolean; isBusy?: boolean; children: ReactNode }) {
  const { recent, seeAll } = texts.home;
  return (
    <section className="section wrap recent" aria-labelledby="recent" aria-busy={isBusy || undefined}>
      <div className="section-head">
        <h2 id="recent">{recent.title}</h2>
        {withSeeAll && (
          <Link className="see-all" to="/profile?tab=history" aria-label={recent.seeAll}>
            {seeAll}
            <Icon icon="chevron-right" size="small" />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
