import { redirect } from 'react-router';
import { AppError } from '../shared/app-error.ts';
import { safeReturnPath } from '../shared/return-path.ts';
import { readForm } from './forms.ts';
import { classifyError } from './page-error.ts';
import type { RequestContext } from './request-context.ts';

/**
 * Does what a small form asks for. Scripts get JSON: `{ ok: true, ... }`, or `{ ok: false, code, requestId }` with the
 * status. A browser without scripts sends `returnUrl` and is led back there.
 * @param run does it, and gives what the answer says beside `ok`; `news` in it is what a browser without scripts is told
 */
export async function runAction(
  reqCtx: RequestContext,
  request: Request,
  run: (fields: Record<string, string>) => Promise<object>,
): Promise<Response> {
  let returnTo: string | null = null;
  try {
    const fields = await readForm(request);
    if (!request.headers.get('accept')?.includes('json')) returnTo = safeReturnPath(fields['returnUrl']);
    // What was done without a network comes later: by then somebody else may have signed in.
    const { who } = fields;
    if (who !== undefined) requireSamePlayer(reqCtx, who);
    await reqCtx.rateLimit('mine');
    const result = await run(fields);
    // Done as asked, and what was asked is refused with words of its own.
    if (returnTo !== null && 'news' in result) return redirect(withFlashMessage(reqCtx, returnTo, String(result.news)));
    return returnTo === null ? Response.json({ ok: true, ...result }, { headers: NO_STORE }) : redirect(returnTo);
  } catch (error) {
    const { code, status } = classifyError(reqCtx, error);
    if (returnTo === null) return Response.json({ ok: false, code, requestId: reqCtx.requestId }, { status, headers: NO_STORE });
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(returnTo)}`);
    return redirect(withFlashMessage(reqCtx, returnTo, 'not-done'));
  }
}

/**
 * Something that was done without a network is sent by who did it. @param playerId the player who did it, or '' for a visitor
 * @throws AppError 'sign-in-required' (it may come again later), 'not-allowed' when it was somebody else
 */
export function requireSamePlayer(reqCtx: RequestContext, playerId: string): void {
  const currentPlayerId = reqCtx.actor.kind === 'player' ? reqCtx.actor.id : '';
  if (playerId === currentPlayerId) return;
  throw currentPlayerId === '' ? new AppError('sign-in-required') : new AppError('not-allowed', 'somebody else did this');
}

/** The same page, telling something once. */
function withFlashMessage(reqCtx: RequestContext, pagePath: string, message: string): string {
  const page = new URL(pagePath, reqCtx.ctx.config.origin);
  page.searchParams.set('news', message);
  return `${page.pathname}${page.search}${page.hash}`;
}

/** What an address answers that only takes forms. */
export function methodNotAllowed(): Response {
  return new Response('Only POST is used here.', { status: 405, headers: { allow: 'POST' } });
}

const NO_STORE = { 'cache-control': 'no-store' };
