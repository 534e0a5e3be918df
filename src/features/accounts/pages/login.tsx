import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/site-context.ts';
import { isGoogleSetUp, startGoogle } from '../google/service.server.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { enterCode } from '../second-step/service.server.ts';
import { askReset, headerOf, resendConfirmation, signIn } from '../service.server.ts';
import { texts } from '../texts.ts';
import { Login } from '../ui/login.tsx';
import { goTo, respond } from './respond.ts';
import type { Route } from './+types/login.ts';

const VIEWS = ['confirm', 'reset'] as const;

export function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(requestContext);
  const { searchParams } = new URL(request.url);
  const returnUrl = safeReturnPath(searchParams.get('returnUrl'));
  if (site.actor.kind === 'leaving') throw redirect('/leaving');
  if (site.viewer) throw redirect(returnUrl ?? '/');
  const view = VIEWS.find((each) => each === searchParams.get('view')) ?? ('sign-in' as const);
  return { view, returnUrl, google: isGoogleSetUp(site.ctx), linking: searchParams.get('link') === 'google' };
}

export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(requestContext);
  try {
    const fields = await readForm(request);
    if (fields['form'] === 'resend') return respond(await resendConfirmation(site.ctx, site.actor, fields, site.clientInfo), '/login');
    if (fields['form'] === 'ask-reset') return respond(await askReset(site.ctx, site.actor, fields, site.clientInfo), '/login');
    const outcome = await (fields['form'] === 'code' ? enterCode : signIn)(site.ctx, site.actor, fields, site.clientInfo);
    if (outcome.kind !== 'in') return respond(outcome, '/login');
    const to = safeReturnPath(fields['returnUrl']) ?? '/';
    if (!outcome.link) return goTo(to, outcome.cookies);
    const way = await startGoogle(site.ctx, site.actor, to, true, { ...site.clientInfo, cookies: headerOf(outcome.cookies) });
    return goTo(way.to, [...outcome.cookies, ...way.cookies]);
  } catch (error) {
    throw pageError(site, error);
  }
}

export function meta() {
  return [{ title: texts.signIn.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function LoginPage({ loaderData, actionData }: Route.ComponentProps) {
  return <Login {...loaderData} answer={actionData} />;
}
