import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { listOffers, findBuyer } from '../service.server.ts';
import { texts } from '../texts.ts';
import { MarketplacePage } from '../ui/marketplace.tsx';
import type { Route } from './+types/marketplace.ts';

/** New items, tips, and a link to the player's avatar. */
export async function loader({ context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const { ctx, actor, viewer } = reqCtx;
  try {
    const [offers, buyer] = await Promise.all([listOffers(ctx, actor), findBuyer(ctx, actor, viewer?.avatar ?? null)]);
    const who = actor.kind !== 'player' ? ('visitor' as const) : actor.premium ? ('premium' as const) : ('player' as const);
    return { offers, buyer, who, origin: ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = texts.market;
  return pageMeta({ origin: loaderData?.origin, path: '/marketplace', title: metaTitle, description: metaDescription });
}

export default function Marketplace({ loaderData }: Route.ComponentProps) {
  const { offers, buyer, who } = loaderData;
  return <MarketplacePage offers={offers} buyer={buyer} viewerKind={who} />;
}
