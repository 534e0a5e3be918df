import { redirect } from 'react-router';
import { formAction } from '../../../request/form-action.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { safeReturnPath, withFlashMessage } from '../../../shared/return-path.ts';
import type { FlashMessage } from '../../accounts/schema.ts';
import { urlWithParams } from '../../accounts/ui/url-with-params.ts';
import { GUARDIAN_PATH } from '../schema.ts';
import { getGuardianView, runGuardianAction } from '../service.server.ts';
import { texts } from '../texts.ts';
import { GuardianPage } from '../ui/guardian-page.tsx';
import type { Route } from './+types/guardian.ts';

export const handle = { params: ['returnUrl'], isShared: true } as const satisfies PageHandle;

/** A player's page about their guardian. */
export const loader = pageLoader(handle, ({ reqCtx, query }) => {
  const returnUrl = query.get('returnUrl');
  if (reqCtx.actor.kind === 'visitor') {
    const returnPath = urlWithParams(GUARDIAN_PATH, { returnUrl: safeReturnPath(returnUrl) });
    throw redirect(urlWithParams('/login', { returnUrl: returnPath }));
  }
  return getGuardianView(reqCtx.ctx, reqCtx.actor, returnUrl);
});

/**
 * POST with `do` (GUARDIAN_ACTIONS), and to ask `email`. Returns GuardianResult. A form of another page sends `returnUrl` too, and gets its answer there, as a
 * flash message, or comes here if it did not work.
 */
export const action = formAction(
  { echo: ['email'], describe: () => texts.failed.again, signInReturnPath: GUARDIAN_PATH },
  async ({ reqCtx, fields }) => {
    const answer = await runGuardianAction(reqCtx.ctx, reqCtx.actor, fields, reqCtx.clientInfo);
    const returnPath = safeReturnPath(fields['returnUrl']);
    if (returnPath === null || (answer.ok && answer.do === 'take-back')) return answer;
    // Why it was not done stands on this page.
    if (!answer.ok) return redirect(urlWithParams(GUARDIAN_PATH, { returnUrl: returnPath }));
    const message: FlashMessage = answer.do === 'remind' ? 'guardian-reminded' : 'guardian-asked';
    return redirect(withFlashMessage(returnPath, message));
  },
);

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Guardian({ loaderData, actionData }: Route.ComponentProps) {
  return <GuardianPage view={loaderData} answer={actionData} />;
}
