import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { PLAYER_SEARCH_PATH } from '../../case-queue/schema.ts';
import { getQueueTabs } from '../../case-queue/service.server.ts';
import { SEARCH_TEXT_MAX } from '../player-search/schema.ts';
import { findPlayers } from '../player-search/service.server.ts';
import { texts } from '../player-search/texts.ts';
import { PlayerSearchPage } from '../player-search/ui/player-search-page.tsx';
import type { Route } from './+types/search.ts';

export const handle = { params: ['q'], isShared: true } as const satisfies PageHandle;

/** GET /moderation/search?q=: players whom the text fits, for the team. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const typed = (query.get('q') ?? '').slice(0, SEARCH_TEXT_MAX);
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(PLAYER_SEARCH_PATH)}`);
  const [result, tabs] = await Promise.all([findPlayers(reqCtx.ctx, reqCtx.actor, typed), getQueueTabs(reqCtx.ctx, reqCtx.actor)]);
  return { typed, result, tabs, isOperator: reqCtx.viewer.role === 'operator' };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function SearchPage({ loaderData }: Route.ComponentProps) {
  return <PlayerSearchPage {...loaderData} />;
}
