import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { listOffers, findBuyer } from '../service.server.ts';
import { texts } from '../texts.ts';
import { MarketplacePage } from '../ui/marketplace.tsx';
import type { Route } from './+types/marketplace.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** New items, tips, and a link to the player's avatar. */
export const loader = pageLoader(handle, async ({ reqCtx: { ctx, actor, viewer } }) => {
  const [offers, buyer] = await Promise.all([listOffers(ctx, actor), findBuyer(ctx, actor, viewer?.avatar ?? null)]);
  const viewerKind = actor.kind !== 'player' ? ('visitor' as const) : actor.premium ? ('premium' as const) : ('player' as const);
  return { offers, buyer, viewerKind, origin: ctx.config.origin };
});

export function meta({ loaderData }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = texts.market;
  return pageMeta({ origin: loaderData?.origin, path: '/marketplace', title: metaTitle, description: metaDescription });
}

export default function Marketplace({ loaderData }: Route.ComponentProps) {
  const { offers, buyer, viewerKind } = loaderData;
  return <MarketplacePage offers={offers} buyer={buyer} viewerKind={viewerKind} />;
}
