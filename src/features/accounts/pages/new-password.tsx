import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import { checkResetToken, resetPassword } from '../password-reset.service.server.ts';
import { readCookie, serializeCookie, prefixedCookieName } from '../sessions/service.server.ts';
import { texts } from '../texts.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { describeFailure, toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/new-password.ts';

export const handle = { params: ['token'], isShared: false } as const satisfies PageHandle;

const RESET_COOKIE = 'kiddo_reset';
const RESET_COOKIE_SECONDS = 3600;

// Remove the token from the URL at once: otherwise it stays in the browser history for the next person who uses the device.
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor } = reqCtx;
  const token = query.get('token');
  if (token !== null) {
    const isValid = await checkResetToken(ctx, actor, token);
    throw redirect('/reset-password', {
      headers: { 'set-cookie': serializeCookie(ctx, RESET_COOKIE, isValid ? token : '', isValid ? RESET_COOKIE_SECONDS : 0) },
    });
  }
  return { state: (await checkResetToken(ctx, actor, readResetToken(reqCtx))) ? ('ready' as const) : ('invalid' as const) };
});

/** POST with `password` and `confirm`. Returns AccountResult, or redirects to the login page. */
export const action = formAction({ echo: ['form'], describe: describeFailure, goesOnReadOnly: true }, async ({ reqCtx, fields }) => {
  const outcome = await resetPassword(reqCtx.ctx, reqCtx.actor, readResetToken(reqCtx), fields, reqCtx.clientInfo);
  // The link was used: its token is no longer needed.
  const cookies = outcome.kind === 'flash' ? [...outcome.cookies, serializeCookie(reqCtx.ctx, RESET_COOKIE, '', 0)] : outcome.cookies;
  return toResponse({ ...outcome, cookies }, '/login');
});

function readResetToken(reqCtx: RequestContext): string | null {
  return readCookie(reqCtx.clientInfo.cookies, prefixedCookieName(reqCtx.ctx, RESET_COOKIE));
}

/** Keep the form unchanged when it was rejected. */
export function shouldRevalidate({ formMethod }: { formMethod?: string }) {
  return formMethod === undefined;
}

export function meta() {
  return [{ title: texts.newPassword.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function NewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewPassword {...loaderData} answer={actionData} />;
}
