import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { isGoogleConfigured, startGoogleSignIn } from '../google.service.server.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { verifyTwoFactorCode } from '../two-factor.service.server.ts';
import { requestPasswordReset } from '../password-reset.service.server.ts';
import { resendConfirmation } from '../confirmation.service.server.ts';
import { parseLoginTarget, signIn, toCookieHeader } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Login } from '../ui/login.tsx';
import { describeFailure, redirectWithCookies, toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/login.ts';

export const handle = { params: ['view', 'returnUrl', 'link'], isShared: true } as const satisfies PageHandle;

const VIEWS = ['confirm', 'reset'] as const;

export const loader = pageLoader(handle, ({ reqCtx, query }) => {
  const returnUrl = safeReturnPath(query.get('returnUrl'));
  if (reqCtx.actor.kind === 'leaving') throw redirect('/leaving');
  if (reqCtx.viewer) throw redirect(returnUrl ?? '/');
  const view = VIEWS.find((each) => each === query.get('view')) ?? ('sign-in' as const);
  return { view, returnUrl, google: isGoogleConfigured(reqCtx.ctx), linking: query.get('link') === 'google' };
});

/** POST with `form`, one of the page's views. Returns AccountResult, or redirects a player who is signed in. */
export const action = formAction(
  {
    echo: ['form', 'identifier', 'email'],
    describe: describeFailure,
    // This one sends a mail for what cannot be done then: confirming an address.
    goesOnReadOnly: ({ form }) => form !== 'resend',
  },
  async ({ reqCtx, fields }) => {
    const { ctx, actor, clientInfo } = reqCtx;
    const { form, returnPath } = parseLoginTarget(fields);
    if (form === 'resend') return toResponse(await resendConfirmation(ctx, actor, fields, clientInfo), '/login');
    if (form === 'ask-reset') return toResponse(await requestPasswordReset(ctx, actor, fields, clientInfo), '/login');
    const outcome = await (form === 'code' ? verifyTwoFactorCode : signIn)(ctx, actor, fields, clientInfo);
    if (outcome.kind !== 'signed-in') return toResponse(outcome, '/login');
    const to = returnPath ?? '/';
    if (!outcome.link) return redirectWithCookies(to, outcome.cookies);
    const authRedirect = await startGoogleSignIn(ctx, actor, to, true, { ...clientInfo, cookies: toCookieHeader(outcome.cookies) });
    return redirectWithCookies(authRedirect.to, [...outcome.cookies, ...authRedirect.cookies]);
  },
);

export function meta() {
  return [{ title: texts.signIn.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Login {...loaderData} answer={actionData} />;
}
