import { redirect } from 'react-router';
import { pageAction } from '../../../request/form-action.ts';
import { readForm } from '../../../request/forms.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { closeLine, getLineStyle } from '../lines.service.server.ts';
import { parseClosedLines } from '../schema.ts';
import type { Route } from './+types/line.ts';

// What the lines over the site need where no script runs: the HTML is the same for all visitors.

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

/** The style sheet that shows the first line that was not closed. */
export const loader = pageLoader(handle, async ({ reqCtx: { ctx, actor, clientInfo } }) => {
  const style = await getLineStyle(ctx, actor, parseClosedLines(clientInfo.cookies));
  return new Response(style, { headers: { 'content-type': 'text/css; charset=utf-8', 'cache-control': 'private, no-store' } });
});

/** POST with `id` and `returnUrl`: stores in a cookie that a line was closed. */
export const action = pageAction(async ({ ctx, actor, clientInfo }, { request }: Route.ActionArgs) => {
  const { cookie, returnPath } = closeLine(ctx, actor, await readForm(request), clientInfo.cookies);
  return redirect(returnPath, { status: 303, headers: { 'set-cookie': cookie } });
});
