import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext, type RequestContext } from '../../../server/request-context.ts';
import { checkResetToken, resetPassword } from '../service.server.ts';
import { readCookie, serializeCookie, prefixedCookieName } from '../sessions/service.server.ts';
import { texts } from '../texts.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { redirectWithCookies, toResponse } from './responses.ts';
import type { Route } from './+types/new-password.ts';

const RESET_COOKIE = 'kiddo_reset';
const RESET_COOKIE_SECONDS = 3600;

// Remove the token from the URL at once: otherwise it stays in the browser history for the next person who uses the device.
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const { ctx, actor } = reqCtx;
  try {
    const token = new URL(request.url).searchParams.get('token');
    if (token !== null) {
      const isValid = await checkResetToken(ctx, actor, token);
      throw redirect('/reset-password', {
        headers: { 'set-cookie': serializeCookie(ctx, RESET_COOKIE, isValid ? token : '', isValid ? RESET_COOKIE_SECONDS : 0) },
      });
    }
    return { state: (await checkResetToken(ctx, actor, readResetToken(reqCtx))) ? ('ready' as const) : ('invalid' as const) };
  } catch (error) {
    if (error instanceof Response) throw error;
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const outcome = await resetPassword(reqCtx.ctx, reqCtx.actor, readResetToken(reqCtx), await readForm(request), reqCtx.clientInfo);
    if (outcome.kind === 'news')
      return redirectWithCookies(`/login?news=${outcome.flashMessage}`, [
        ...outcome.cookies,
        serializeCookie(reqCtx.ctx, RESET_COOKIE, '', 0),
      ]);
    return toResponse(outcome, '/login');
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

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
