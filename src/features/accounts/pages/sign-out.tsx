import { redirect } from 'react-router';
import { pageAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { signOut } from '../service.server.ts';
import { toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** POST /logout ends this browser's session. */
export const action = pageAction(async ({ ctx, actor, clientInfo }) => toResponse(await signOut(ctx, actor, clientInfo), '/'), {
  goesOnReadOnly: true,
});

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect('/'));
