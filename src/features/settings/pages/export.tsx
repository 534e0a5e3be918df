import { redirect } from 'react-router';
import { jsonDownload } from '../../../request/json-download.ts';
import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { requestContext } from '../../../request/request-context.ts';
import { exportOwnData } from '../export/service.server.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/export.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

const RETURN_PATH = '/settings?tab=account';

/** POST /settings/export: downloads the player's own data as a file. */
export async function action({ context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return jsonDownload(await exportOwnData(reqCtx.ctx, reqCtx.actor));
  } catch (error) {
    const { code } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(RETURN_PATH)}`);
    return redirect(`${RETURN_PATH}&news=${code === 'too-many-requests' ? 'export-later' : 'not-done'}`);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect(RETURN_PATH));
