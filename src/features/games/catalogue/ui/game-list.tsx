import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { LinkButton } from '../../../../web/kit/button.tsx';
import { ListEnd } from '../../../../web/kit/list-end.tsx';
import { EmptyState, Skeleton } from '../../../../web/kit/empty-state.tsx';
import { urlForGameList, type GameList as List } from '../schema.ts';
import { texts } from '../texts.ts';
import { GameCard, type ViewerKind } from './game-card.tsx';
import { usePages } from './use-pages.ts';
import './card.css';
import './card-shapes.css';
import './games.css';

/** Covers of the first rows load at once. */
const EAGER_COVERS = 4;

const { more, loadingMore: loading, end: over, error, server, cutOff } = texts.list;
const END_LABELS = { more, loading, end: over, failed: error(server), offline: error(cutOff) };

type GameListProps = {
  list: List;
  /** Whose list it is, and of which games: loaded pages of another one are not restored. */
  version: string;
  viewer: ViewerKind;
  /** Whether the current user has premium, as of the latest page load. */
  hasPremium: boolean;
  /** False when the URL points into the middle of the list. */
  isStart: boolean;
  /** Another list is loading. */
  isStale: boolean;
  /** The tabs, beside the count. */
  children: ReactNode;
};

/** A list of games with infinite scroll: the next page loads when its end comes into view (spec 1, section 9). */
export function GameList({ list, version, viewer, hasPremium, isStart, isStale, children }: GameListProps) {
  const { list: listRef, items: games, end } = usePages(list, version, isStart);
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
          <Link className="link" to={urlForGameList(list.filters)}>
            {texts.list.fromStart}
          </Link>
        </p>
      )}
      {games.length === 0 && (
        <EmptyState title={texts.list.empty} text={texts.list.emptyHint} level={2}>
          <LinkButton variant="primary" multiline to="/games">
            {texts.list.showAll}
          </LinkButton>
        </EmptyState>
      )}
      <ul ref={listRef} className={isStale ? 'grid stale' : 'grid'}>
        {games.map((game, index) => (
          <li key={game.id}>
            <GameCard game={game} viewer={viewer} hasPremium={hasPremium} isEager={index < EAGER_COVERS} level={2} />
          </li>
        ))}
        {end.isLoading && [0, 1, 2, 3].map((index) => <SkeletonCard key={index} />)}
      </ul>
      <ListEnd end={end} labels={END_LABELS} isEndless showsEnd={games.length > 0} placeholder={null} />
    </>
  );
}

function SkeletonCard() {
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
