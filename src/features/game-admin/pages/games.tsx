import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getChecksOverview, getCheckSummaries } from '../../game-checks/service.server.ts';
import { parseGameFilters } from '../listing/rules.ts';
import { listGames } from '../listing/service.server.ts';
import { texts } from '../texts.ts';
import { GamesPage } from '../ui/games-page.tsx';
import type { Route } from './+types/games.ts';

export const handle = { params: ['q', 'show', 'after'], isShared: true } as const satisfies PageHandle;

/** All games, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator%2Fgames');
  const after = query.get('after');
  const { ctx, actor } = reqCtx;
  const list = await listGames(ctx, actor, parseGameFilters(query.all()), after);
  const ids = list.games.map(({ id }) => id);
  const [checks, overview] = await Promise.all([getCheckSummaries(ctx, actor, ids), getChecksOverview(ctx, actor)]);
  return { list, checks, overview, isStart: after === null };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function OperatorGames({ loaderData }: Route.ComponentProps) {
  return <GamesPage {...loaderData} />;
}
