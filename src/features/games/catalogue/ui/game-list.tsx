import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../../../web/kit/button.tsx';
import { Empty, Skeleton } from '../../../../web/kit/state.tsx';
import { addressOfList, type GameList as List } from '../schema.ts';
import { texts } from '../texts.ts';
import { GameCard, type Viewer } from './game-card.tsx';
import { usePages } from './use-pages.ts';

/** The next page is fetched when the end of the list comes this near to view (spec 1, section 9). */
const NEAR = '100px';
/** Covers of the first rows are fetched at once. */
const EARLY = 4;

type GameListProps = {
  list: List;
  viewer: Viewer;
  /** False where the address leads into the middle of the list. */
  isStart: boolean;
  /** Another list is on its way. */
  isStale: boolean;
  /** The tabs: they stand beside the count. */
  children: ReactNode;
};

/** A list of games, a page at a time. 'Load More Games' is a link to the next page that grows the list instead. */
export function GameList({ list, viewer, isStart, isStale, children }: GameListProps) {
  const { games, address, loading, failed, loadMore } = usePages(list, isStart);
  const end = useRef<HTMLDivElement>(null);
  const goOn = useEffectEvent(loadMore);

  useEffect(() => {
    const mark = end.current;
    if (!mark || failed || address === null) return;
    const watch = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && goOn(), {
      rootMargin: NEAR,
    });
    watch.observe(mark);
    return () => watch.disconnect();
  }, [address, failed]);

  return (
    <>
      <div className="list-bar">
        {children}
        <p className="list-count" role="status">
          {texts.list.showing(games.length, list.total)}
        </p>
      </div>
      {!isStart && (
        <p className="list-start">
          <Link className="link" to={addressOfList(list.filters)}>
            {texts.list.fromStart}
          </Link>
        </p>
      )}
      {games.length === 0 && <Empty title={texts.list.empty} text={texts.list.emptyHint} level={2} />}
      <ul className={isStale ? 'grid stale' : 'grid'}>
        {games.map((game, index) => (
          <li key={game.id}>
            <GameCard game={game} viewer={viewer} early={index < EARLY} level={2} />
          </li>
        ))}
        {loading && [0, 1, 2, 3].map((place) => <ComingCard key={place} />)}
      </ul>
      <div ref={end} className="list-end" aria-live="polite">
        {loading && <p className="muted">{texts.list.loadingMore}</p>}
        {failed && (
          <>
            <p>{texts.list.error(texts.list.offline)}</p>
            <Button look="primary" onClick={loadMore}>
              {texts.list.again}
            </Button>
          </>
        )}
        {address !== null && !failed && (
          <Link
            className={buttonClass({ look: 'plain', size: 'lg' })}
            to={address}
            hidden={loading}
            onClick={(event) => {
              event.preventDefault();
              loadMore();
            }}
          >
            {texts.list.more}
          </Link>
        )}
        {address === null && games.length > 0 && <p className="muted">{texts.list.end}</p>}
      </div>
    </>
  );
}

function ComingCard() {
  return (
    <li aria-hidden="true">
      <div className="card coming">
        <Skeleton className="card-picture" />
        <div className="card-body">
          <Skeleton />
          <Skeleton className="short" />
        </div>
      </div>
    </li>
  );
}
