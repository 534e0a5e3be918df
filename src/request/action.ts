import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from 'react-router';
import { actionFailure } from '../shared/action-result.ts';
import { AppError } from '../shared/app-error.ts';
import type { DeclaredParam, PageHandle } from '../shared/page-handle.ts';
import type { FormFields } from '../shared/parse-form.server.ts';
import { safeReturnPath, withFlashMessage } from '../shared/return-path.ts';
import { readForm } from './forms.ts';
import { classifyError } from './page-error.ts';
import { pageLoader, type PageRequest } from './page-loader.ts';
import { READ_ONLY_TEXT, type GoesOnReadOnly } from '../shared/read-only.ts';
import { assertNotOverloaded, assertWritable, requestContext, type RequestContext } from './request-context.ts';

/**
 * Handles a small form. Scripts get JSON: `{ ok: true, ... }`, or an ActionFailure with the error's HTTP status.
 * A browser without JavaScript sends `returnUrl` and is redirected there.
 * @param run performs the action and returns the other fields of the JSON response; a browser without JavaScript gets its field `news`
 * as a flash message
 * @param options.goesOnReadOnly goes on while the site is read-only
 */
export async function runAction(
  reqCtx: RequestContext,
  request: Request,
  run: (fields: FormFields) => Promise<object>,
  { goesOnReadOnly = false }: { goesOnReadOnly?: GoesOnReadOnly } = {},
): Promise<Response> {
  let returnTo: string | null = null;
  try {
    const fields = await readForm(request);
    if (!request.headers.get('accept')?.includes('json')) returnTo = safeReturnPath(fields['returnUrl']);
    // First: while the database is away, nobody knows who sends this.
    assertNotOverloaded(reqCtx);
    // An action done offline is sent later: by then somebody else may have signed in.
    const { who } = fields;
    if (who !== undefined) requireSamePlayer(reqCtx, who);
    await assertWritable(reqCtx, goesOnReadOnly, fields);
    await reqCtx.rateLimit('mine');
    const result = await run(fields);
    // The action ran, and its result comes with a flash message of its own, such as a refusal.
    if (returnTo !== null && 'news' in result) return redirect(withFlashMessage(returnTo, String(result.news)));
    return returnTo === null ? Response.json({ ok: true, ...result }, { headers: NO_STORE }) : redirect(returnTo);
  } catch (error) {
    if (returnTo === null) return failureResponse(reqCtx, error);
    const { code } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(returnTo)}`);
    return redirect(withFlashMessage(returnTo, code === 'read-only' ? 'read-only' : 'not-done'));
  }
}

/**
 * Makes the loader of a route without a page, whose responses scripts read. It is a `pageLoader`, but an error of a service becomes an
 * ActionFailure as JSON instead of the error page.
 */
export function resourceLoader<const Handle extends PageHandle, Args extends LoaderFunctionArgs>(
  handle: Handle,
  load: (page: PageRequest<DeclaredParam<Handle>>, args: Args) => Promise<Response>,
): (args: Args) => Promise<Response> {
  return pageLoader(handle, (page, args: Args) => respond(page.reqCtx, () => load(page, args)));
}

/**
 * Makes the action of a route without a page, which only scripts call. An error of a service becomes an ActionFailure as JSON.
 * For a form that also works without JavaScript use `runAction`. What scripts alone send is what a play tells, which goes on while the site is
 * read-only: its services leave out what they would write.
 */
export function resourceAction<Args extends ActionFunctionArgs>(
  run: (reqCtx: RequestContext, args: Args) => Promise<Response>,
): (args: Args) => Promise<Response> {
  return async (args) => {
    const reqCtx = args.context.get(requestContext);
    return respond(reqCtx, async () => {
      assertNotOverloaded(reqCtx);
      return run(reqCtx, args);
    });
  };
}

async function respond(reqCtx: RequestContext, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    return failureResponse(reqCtx, error);
  }
}

/** The JSON response for an error of a service: an ActionFailure with the error's HTTP status. */
function failureResponse(reqCtx: RequestContext, error: unknown): Response {
  const { code, status } = classifyError(reqCtx, error);
  const text = code === 'read-only' ? READ_ONLY_TEXT : null;
  return Response.json(actionFailure(code, { error: text, requestId: reqCtx.requestId }), { status, headers: NO_STORE });
}

/**
 * Checks that an action done offline is sent by the player who did it.
 * @param playerId the player who did it, or '' for a visitor
 * @throws AppError 'sign-in-required' (the action may be sent again later), 'not-allowed' when it was somebody else
 */
export function requireSamePlayer(reqCtx: RequestContext, playerId: string): void {
  const currentPlayerId = reqCtx.actor.kind === 'player' ? reqCtx.actor.id : '';
  if (playerId === currentPlayerId) return;
  throw currentPlayerId === '' ? new AppError('sign-in-required') : new AppError('not-allowed', 'somebody else did this');
}

/** The response to GET at a URL that only accepts forms. */
export function methodNotAllowed(): Response {
  return new Response('Only POST is used here.', { status: 405, headers: { allow: 'POST' } });
}

const NO_STORE = { 'cache-control': 'no-store' };
