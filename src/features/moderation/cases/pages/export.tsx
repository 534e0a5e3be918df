import { redirect } from 'react-router';
import { readForm } from '../../../../request/forms.ts';
import { jsonDownload } from '../../../../request/json-download.ts';
import { classifyError } from '../../../../request/page-error.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext } from '../../../../request/request-context.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { PLAYER_REPORTS_PATH } from '../../schema.ts';
import { exportCase } from '../export.service.server.ts';
import type { Route } from './+types/export.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

const urlForCase = (id: string) => `${PLAYER_REPORTS_PATH}/${encodeURIComponent(id)}`;

/** POST /moderation/players/ID/export with `note`: downloads a case as a file, for operators. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    assertNotOverloaded(reqCtx);
    return jsonDownload(await exportCase(reqCtx.ctx, reqCtx.actor, params.id, await readForm(request)));
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    // The page of the case is not for them, or there is none.
    if (code === 'not-allowed' || code === 'second-step-required' || code === 'not-found') return new Response(null, { status });
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(urlForCase(params.id))}`);
    return redirect(`${urlForCase(params.id)}?news=${code === 'bad-input' ? 'case-note-missing' : 'not-done'}`);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, (_page, { params }: Route.LoaderArgs) => redirect(urlForCase(params.id)));
