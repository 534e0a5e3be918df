import { methodNotAllowed, resourceAction } from '../../../../request/action.ts';
import { readForm } from '../../../../request/forms.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { previewText } from '../service.server.ts';
import type { Route } from './+types/preview.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** POST with the form of a text: what it would look like, as JSON (TextCheck). The only parser is on the server. */
export const action = resourceAction(async (reqCtx, { request, params }: Route.ActionArgs) => {
  const fields = await readForm(request);
  if (reqCtx.actor.kind === 'player') await reqCtx.rateLimit('mine');
  const check = await previewText(reqCtx.ctx, reqCtx.actor, params.kind, params.slug, fields);
  return Response.json(check, { headers: { 'cache-control': 'no-store' } });
});

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => methodNotAllowed());
