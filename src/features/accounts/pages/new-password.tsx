import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext, type RequestContext } from '../../../server/site-context.ts';
import { checkReset, resetPassword } from '../service.server.ts';
import { cookieOf, ownCookie, ownCookieName } from '../sessions/service.server.ts';
import { texts } from '../texts.ts';
import { NewPassword } from '../ui/new-password.tsx';
import { goTo, respond } from './respond.ts';
import type { Route } from './+types/new-password.ts';

const COOKIE = 'kiddo_reset';
const COOKIE_SECONDS = 3600;

// The token leaves the address at once: it would stand in the browser's history for who takes the phone next.
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const { ctx, actor } = reqCtx;
  try {
    const given = new URL(request.url).searchParams.get('token');
    if (given !== null) {
      const good = await checkReset(ctx, actor, given);
      throw redirect('/reset-password', {
        headers: { 'set-cookie': ownCookie(ctx, COOKIE, good ? given : '', good ? COOKIE_SECONDS : 0) },
      });
    }
    return { state: (await checkReset(ctx, actor, kept(reqCtx))) ? ('ready' as const) : ('invalid' as const) };
  } catch (error) {
    if (error instanceof Response) throw error;
    throw pageError(reqCtx, error);
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const outcome = await resetPassword(reqCtx.ctx, reqCtx.actor, kept(reqCtx), await readForm(request), reqCtx.clientInfo);
    if (outcome.kind === 'news') return goTo(`/login?news=${outcome.news}`, [...outcome.cookies, ownCookie(reqCtx.ctx, COOKIE, '', 0)]);
    return respond(outcome, '/login');
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

function kept(reqCtx: RequestContext): string | null {
  return cookieOf(reqCtx.clientInfo.cookies, ownCookieName(reqCtx.ctx, COOKIE));
}

/** The form stays as it is when it has a fault. */
export function shouldRevalidate({ formMethod }: { formMethod?: string }) {
  return formMethod === undefined;
}

export function meta() {
  return [{ title: texts.newPassword.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function NewPasswordPage({ loaderData, actionData }: Route.ComponentProps) {
  return <NewPassword {...loaderData} answer={actionData} />;
}
