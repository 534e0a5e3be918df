import { redirect } from 'react-router';
import { jsonDownload } from '../../../request/json-download.ts';
import { readForm } from '../../../request/forms.ts';
import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { assertNotOverloaded, requestContext } from '../../../request/request-context.ts';
import type { FlashMessage } from '../../accounts/schema.ts';
import { exportOwnData } from '../export/service.server.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/export.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

const RETURN_PATH = '/settings?tab=account';

/** What a page says when the password was not verified. Without a password the form is not shown. */
const FLASH_MESSAGES = {
  empty: 'export-password',
  wrong: 'export-password',
  none: 'not-done',
  busy: 'export-busy',
  'too-many': 'export-tries',
} as const satisfies Record<string, FlashMessage>;

/** POST /settings/export: downloads the player's own data as a file. */
export async function action({ context, request }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    assertNotOverloaded(reqCtx);
    const done = await exportOwnData(reqCtx.ctx, reqCtx.actor, await readForm(request), reqCtx.clientInfo);
    if (done.state !== 'ready') return redirect(`${RETURN_PATH}&news=${FLASH_MESSAGES[done.state]}`);
    return jsonDownload(done);
  } catch (error) {
    const { code } = classifyError(reqCtx, error);
    if (code === 'sign-in-required') return redirect(`/login?returnUrl=${encodeURIComponent(RETURN_PATH)}`);
    return redirect(`${RETURN_PATH}&news=${code === 'too-many-requests' ? 'export-later' : 'not-done'}`);
  }
}

/** This path has no page of its own. */
export const loader = pageLoader(handle, () => redirect(RETURN_PATH));
