import { data } from 'react-router';
import { pageError } from '../../../server/page-error.ts';
import { siteContext } from '../../../server/site-context.ts';
import { viewHome } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Categories } from '../ui/categories.tsx';
import { Creator } from '../ui/creator.tsx';
import { GameRow } from '../ui/game-row.tsx';
import { Hero } from '../ui/hero.tsx';
import { JoinTicket } from '../ui/join-ticket.tsx';
import { pageMeta } from '../ui/page-meta.ts';
import type { Route } from './+types/home.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const viewer = site.actor.kind === 'player' ? 'player' : 'visitor';
  const frame = { viewer, name: site.viewer?.displayName ?? null, origin: site.ctx.config.origin } as const;
  try {
    return { ...frame, home: await viewHome(site.ctx, site.actor) };
  } catch (error) {
    // The rest of the page stands without the games; the rows say that they are missing.
    return data({ ...frame, home: null }, pageError(site, error).init ?? {});
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  const { metaTitle, metaDescription } = texts.home;
  return pageMeta({ origin: loaderData?.origin, path: '/', title: metaTitle, description: metaDescription });
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { home, viewer, name } = loaderData;
  return (
    <>
      <Hero name={name} />
      {viewer === 'visitor' && <JoinTicket />}
      <GameRow id="popular" title={texts.home.popular} games={home && home.popular} viewer={viewer} shape="zig" />
      <GameRow id="trending" title={texts.home.trending} games={home && home.trending} viewer={viewer} shape="ranks" />
      {home && <Categories genres={home.genres} />}
      <Creator />
    </>
  );
}
