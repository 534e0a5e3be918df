import { redirect } from 'react-router';
import { readForm } from '../../../request/forms.ts';
import { jsonDownload } from '../../../request/json-download.ts';
import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext } from '../../../request/request-context.ts';
import type { FlashMessage } from '../../accounts/schema.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { urlForAccount } from '../schema.ts';
import { exportAccount } from '../service.server.ts';
import type { Route } from './+types/export.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

const FLASH_MESSAGES = {
  'no-reason': 'case-note-missing',
  wrong: 'account-code-wrong',
  used: 'account-code-used',
  'too-many': 'account-tries',
} as const satisfies Record<string, FlashMessage>;

/** POST /operator/players/ID/export with `note`, and `code` or `password`: downloads what an account has, for operators. */
export async function action({ context, request, params }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  const url = urlForAccount(params.id);
  try {
    assertNotOverloaded(reqCtx);
    if (reqCtx.actor.kind === 'player') await reqCtx.rateLimit('mine');
    const done = await exportAccount(reqCtx.ctx, reqCtx.actor, params.id, await readForm(request), reqCtx.clientInfo);
    return typeof done === 'string' ? redirect(`${url}?news=${FLASH_MESSAGES[done]}`) : jsonDownload(done);
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    // The page of the account is not for them, or there is none.
    if (code === 'not-allowed' || code === 'second-step-required' || code === 'not-found') return new Response(null, { status });
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(url)}`);
    return redirect(`${url}?news=not-done`);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, (_page, { params }: Route.LoaderArgs) => redirect(urlForAccount(params.id)));
