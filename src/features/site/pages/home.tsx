import { data } from 'react-router';
import { classifyError, pageError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { loadLater, preservedHtml } from '../../../web/load-later.tsx';
import type { GameCard } from '../../games/catalogue/schema.ts';
import { listRecentGames } from '../../library/service.server.ts';
import { getHomePage } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Categories } from '../ui/categories.tsx';
import { Creator } from '../ui/creator.tsx';
import { GameRow } from '../ui/game-row.tsx';
import { Hero } from '../ui/hero.tsx';
import { JoinTicket } from '../ui/join-ticket.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import type { Route } from './+types/home.ts';
// The server renders the recent games, so their styles do not wait for their code.
import '../ui/recent-games.css';

// Most users are visitors: they do not load the code that only players need.
const loadRecent = async () => (await import('../ui/deferred-recent-games.tsx')).DeferredRecentGames;
const DeferredRecentGames = loadLater(
  import.meta.env.SSR ? await loadRecent() : null,
  loadRecent,
  <div className="recent-place" {...preservedHtml} />,
);

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }) => {
  const viewer = reqCtx.actor.kind === 'player' ? 'player' : 'visitor';
  const baseData = { viewer, name: reqCtx.viewer?.displayName ?? null, origin: reqCtx.ctx.config.origin } as const;
  // Loaded separately: the page neither waits for it nor fails with it.
  const recent = viewer === 'player' ? loadRecentGames(reqCtx) : null;
  try {
    return { ...baseData, recent, home: await getHomePage(reqCtx.ctx, reqCtx.actor) };
  } catch (error) {
    // The rest of the page works without the games; the rows show that they are missing.
    return data({ ...baseData, recent, home: null }, pageError(reqCtx, error).init ?? {});
  }
});

async function loadRecentGames(reqCtx: RequestContext): Promise<{ games: GameCard[] } | 'error'> {
  try {
    return { games: await listRecentGames(reqCtx.ctx, reqCtx.actor) };
  } catch (error) {
    classifyError(reqCtx, error);
    return 'error';
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = texts.home;
  return pageMeta({ origin: loaderData?.origin, path: '/', title: metaTitle, description: metaDescription });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, recent, viewer, name } = loaderData;
  return (
    <>
      <Hero name={name} />
      {recent !== null && <DeferredRecentGames games={recent} />}
      <GameRow id="popular" title={texts.home.popular} games={home && home.popular} viewer={viewer} shape="zig" />
      {recent === null && <JoinTicket />}
      <GameRow id="trending" title={texts.home.trending} games={home && home.trending} viewer={viewer} shape="ranks" />
      {home && <Categories genres={home.genres} />}
      <Creator />
    </>
  );
}
