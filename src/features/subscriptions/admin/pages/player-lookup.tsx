import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { lookUpPlayerId } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerLookupForm } from '../ui/player-lookup-form.tsx';
import type { Route } from './+types/player-lookup.ts';

export const handle = { params: ['username'], isShared: true } as const satisfies PageHandle;

/** GET /operator/players?username=: redirects to that player's billing page, or reports that there is no such player. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const lookup = query.get('username') ?? '';
  const returnUrl = lookup === '' ? '/operator/players' : `/operator/players?username=${encodeURIComponent(lookup)}`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  const playerId = await lookUpPlayerId(reqCtx.ctx, reqCtx.actor, lookup);
  if (playerId !== null) throw redirect(`/operator/players/${playerId}`);
  return { missed: lookup.trim() === '' ? undefined : lookup };
});

export function meta() {
  return [{ title: texts.lookup.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function FindPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminLayout page="players" title={texts.lookup.title} lead={texts.lookup.lead}>
      <PlayerLookupForm isStandalone notFoundQuery={loaderData.missed} />
    </AdminLayout>
  );
}
