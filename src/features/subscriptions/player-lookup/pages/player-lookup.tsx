import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/request-context.ts';
import { AdminLayout } from '../../../admin/ui/admin-layout.tsx';
import { lookUpPlayerId } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PlayerLookupForm } from '../ui/player-lookup-form.tsx';
import type { Route } from './+types/player-lookup.ts';

/** GET /operator/players?username=: redirects to that player's billing page, or reports that there is no such player. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const query = new URL(request.url).searchParams.get('username') ?? '';
  const returnUrl = query === '' ? '/operator/players' : `/operator/players?username=${encodeURIComponent(query)}`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(returnUrl)}`);
  let playerId: string | null;
  try {
    playerId = await lookUpPlayerId(reqCtx.ctx, reqCtx.actor, query);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
  if (playerId !== null) throw redirect(`/operator/players/${playerId}`);
  return { missed: query.trim() === '' ? undefined : query };
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function FindPage({ loaderData }: Route.ComponentProps) {
  return (
    <AdminLayout page="players" title={texts.title} lead={texts.lead}>
      <PlayerLookupForm isStandalone notFoundQuery={loaderData.missed} />
    </AdminLayout>
  );
}
