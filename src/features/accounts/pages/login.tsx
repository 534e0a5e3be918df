import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { isGoogleConfigured, startGoogleSignIn } from '../google/service.server.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { verifyTwoFactorCode } from '../two-factor/service.server.ts';
import { requestPasswordReset, toCookieHeader, resendConfirmation, signIn } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Login } from '../ui/login.tsx';
import { redirectWithCookies, toResponse } from './responses.ts';
import type { Route } from './+types/login.ts';

const VIEWS = ['confirm', 'reset'] as const;

export function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const returnUrl = safeReturnPath(searchParams.get('returnUrl'));
  if (reqCtx.actor.kind === 'leaving') throw redirect('/leaving');
  if (reqCtx.viewer) throw redirect(returnUrl ?? '/');
  const view = VIEWS.find((each) => each === searchParams.get('view')) ?? ('sign-in' as const);
  return { view, returnUrl, google: isGoogleConfigured(reqCtx.ctx), linking: searchParams.get('link') === 'google' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const fields = await readForm(request);
    if (fields['form'] === 'resend')
      return toResponse(await resendConfirmation(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo), '/login');
    if (fields['form'] === 'ask-reset')
      return toResponse(await requestPasswordReset(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo), '/login');
    const outcome = await (fields['form'] === 'code' ? verifyTwoFactorCode : signIn)(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
    if (outcome.kind !== 'in') return toResponse(outcome, '/login');
    const to = safeReturnPath(fields['returnUrl']) ?? '/';
    if (!outcome.link) return redirectWithCookies(to, outcome.cookies);
    const authRedirect = await startGoogleSignIn(reqCtx.ctx, reqCtx.actor, to, true, {
      ...reqCtx.clientInfo,
      cookies: toCookieHeader(outcome.cookies),
    });
    return redirectWithCookies(authRedirect.to, [...outcome.cookies, ...authRedirect.cookies]);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.signIn.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Login {...loaderData} answer={actionData} />;
}
