import { redirect } from 'react-router';
import { pageError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { requestContext } from '../../../request/request-context.ts';
import { signOut } from '../service.server.ts';
import { toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/sign-out.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** POST /logout ends this browser's session. */
export async function action({ context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return toResponse(await signOut(reqCtx.ctx, reqCtx.actor, reqCtx.clientInfo), '/');
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect('/'));
