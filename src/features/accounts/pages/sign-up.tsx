import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import { isGoogleConfigured } from '../google.service.server.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { signUp } from '../service.server.ts';
import { texts } from '../texts.ts';
import { SignUp } from '../ui/sign-up.tsx';
import { describeFailure, toResponse } from './responses.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/sign-up.ts';

export const handle = { params: ['returnUrl'], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (reqCtx.viewer) throw redirect('/');
  return {
    google: isGoogleConfigured(reqCtx.ctx),
    returnUrl: safeReturnPath(query.get('returnUrl')),
    closed: await getClosedNotice(reqCtx.ctx, 'sign-ups'),
  };
});

/** POST with the fields of the form. Returns AccountResult, or redirects to the home page. */
export const action = formAction(
  { echo: ['form', 'username', 'displayName', 'email'], describe: describeFailure },
  async ({ reqCtx, fields }) => toResponse(await signUp(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo), '/'),
);

export function meta() {
  return [{ title: texts.signUp.metaTitle }, { name: 'description', content: texts.signUp.metaDescription }];
}

export default function SignUpPage({ loaderData, actionData }: Route.ComponentProps) {
  return <SignUp {...loaderData} answer={actionData} />;
}
