import { isRouteErrorResponse, useNavigation } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { listContentMarks } from '../../../../shared/permissions.ts';
import { EmptyState } from '../../../../web/kit/empty-state.tsx';
import { QUERY_MIN } from '../../search/schema.ts';
import { searchGames } from '../../search/service.server.ts';
import { SearchResultsPage } from '../../search/ui/results.tsx';
import { RetryLink } from '../../../site/ui/retry-link.tsx';
import { pageMeta } from '../../../site/ui/page-meta.ts';
import { ErrorPage, getRequestId } from '../../../site/ui/error-page.tsx';
import { urlForGameList, parseFilters } from '../schema.ts';
import { listGames, listGenres } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GameList } from '../ui/game-list.tsx';
import { ListHeader } from '../ui/list-header.tsx';
import { ListTabs } from '../ui/list-tabs.tsx';
import { loadNextPage } from '../../../../web/load-next-page.ts';
import type { Route } from './+types/games.ts';

export const handle = { params: ['tab', 'genre', 'device', 'gender', 'size', 'q', 'after'], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const viewer = reqCtx.actor.kind === 'player' ? ('player' as const) : ('visitor' as const);
  const origin = reqCtx.ctx.config.origin;
  const search = query.get('q')?.trim() ?? '';
  if (search.length >= QUERY_MIN) {
    return { kind: 'search' as const, origin, results: await searchGames(reqCtx.ctx, reqCtx.actor, search) };
  }
  const filters = parseFilters(query.all());
  const genres = await listGenres(reqCtx.ctx, reqCtx.actor);
  // An unknown genre does not filter (spec 1, section 2).
  if (filters.genre !== null && !genres.includes(filters.genre)) filters.genre = null;
  const after = query.get('after');
  const list = await listGames(reqCtx.ctx, reqCtx.actor, { ...filters, after });
  const hasPremium = reqCtx.actor.kind === 'player' && reqCtx.actor.premium;
  const seenBy = [reqCtx.actor.kind === 'player' ? reqCtx.actor.id : '', ...listContentMarks(reqCtx.actor)].join(' ');
  return { kind: 'list' as const, viewer, hasPremium, seenBy, origin, genres, list, isStart: after === null };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { kind: 'failed' as const, origin: undefined });
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = texts.list;
  const path = loaderData?.kind === 'list' ? urlForGameList({ genre: loaderData.list.filters.genre }) : '/games';
  const tags = pageMeta({ origin: loaderData?.origin, path, title: metaTitle, description: metaDescription });
  return loaderData?.kind === 'search' ? [...tags, { name: 'robots', content: 'noindex' }] : tags;
}

export default function Games({ loaderData }: Route.ComponentProps) {
  const navigation = useNavigation();
  if (loaderData.kind === 'failed') return <ListProblem text={texts.list.offline} />;
  if (loaderData.kind === 'search') {
    return <SearchResultsPage results={loaderData.results} />;
  }
  const { list, genres, viewer, hasPremium, seenBy, isStart } = loaderData;
  // For somebody else, at another age, or when there are other games, the list begins anew: none of its loaded pages stays.
  const version = `${seenBy} of ${list.total}`;
  const isTurning = navigation.location?.pathname === '/games';
  return (
    <>
      <ListHeader filters={list.filters} genres={genres} />
      <div className="wrap" aria-busy={isTurning}>
        <GameList
          key={`${version} ${urlForGameList(list.filters)}`}
          list={list}
          version={version}
          viewer={viewer}
          hasPremium={hasPremium}
          isStart={isStart}
          isStale={isTurning}
        >
          <ListTabs filters={list.filters} />
        </GameList>
      </div>
    </>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage error={error} />;
  const id = isRouteErrorResponse(error) ? getRequestId(error.data) : null;
  return <ListProblem text={id ? `${texts.list.server} (${id})` : texts.list.offline} />;
}

/** Spec 1, section 2: the error message, and a button that reloads the page. */
function ListProblem({ text }: { text: string }) {
  return (
    <div className="wrap">
      <EmptyState level={1} mood="oops" title={texts.list.title} text={texts.list.error(text)}>
        <RetryLink />
      </EmptyState>
    </div>
  );
}
