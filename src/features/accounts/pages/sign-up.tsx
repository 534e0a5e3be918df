import { redirect } from 'react-router';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { isGoogleConfigured } from '../google/service.server.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { signUp } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SignUp } from '../ui/sign-up.tsx';
import { toResponse } from './responses.ts';
import type { Route } from './+types/sign-up.ts';

export function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (reqCtx.viewer) throw redirect('/');
  return { google: isGoogleConfigured(reqCtx.ctx), returnUrl: safeReturnPath(new URL(request.url).searchParams.get('returnUrl')) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return toResponse(await signUp(reqCtx.ctx, reqCtx.actor, await readForm(request), reqCtx.clientInfo), '/');
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.signUp.metaTitle }, { name: 'description', content: texts.signUp.metaDescription }];
}

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SignUp {...loaderData} answer={actionData} />;
}
