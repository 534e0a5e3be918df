import type { Route } from './+types/start.ts';
import { methodNotAllowed, requireSamePlayer, resourceAction } from '../../../../request/action.ts';
import { readForm } from '../../../../request/forms.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import type { FormFields } from '../../../../shared/parse-form.server.ts';
import { VISITOR } from '../../../../shared/permissions.ts';
import { recordOfflinePlay, startPlay } from '../service.server.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/**
 * POST /games/{id}/plays: starts a play; `id` optionally sets its id. Responds with PlayStart, or an ActionFailure and an error status.
 * With `late` (the play's id), `at` (start time, in milliseconds since 1970) and `who` (the player's id, or nothing) it records an offline
 * play. A visitor's stays a visitor's, whoever has signed in since: on a shared phone that may be somebody else.
 */
export const action = resourceAction(async (reqCtx, { request, params }: Route.ActionArgs) => {
  await reqCtx.rateLimit('play');
  const fields = request.headers.get('content-type') === null ? ({} as FormFields) : await readForm(request);
  const { late, who = '' } = fields;
  if (late === undefined) return Response.json(await startPlay(reqCtx.ctx, reqCtx.actor, params.id, fields));
  if (who !== '') requireSamePlayer(reqCtx, who);
  await recordOfflinePlay(reqCtx.ctx, who === '' ? VISITOR : reqCtx.actor, params.id, fields);
  return Response.json({ ok: true });
});

/** This route has no page; it only accepts POST. */
export const loader = methodNotAllowed;
