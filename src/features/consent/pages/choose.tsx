import { redirect } from 'react-router';
import { methodNotAllowed } from '../../../request/action.ts';
import { readForm } from '../../../request/forms.ts';
import { pageError } from '../../../request/page-error.ts';
import { requestContext } from '../../../request/request-context.ts';
import { AppError } from '../../../shared/app-error.ts';
import { safeReturnPath } from '../../../shared/return-path.ts';
import { serializeConsentCookie, CONSENTS } from '../../../web/consent.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Route } from './+types/choose.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

export function loader() {
  return methodNotAllowed();
}

/** POST with `choice` (all or essential) and `returnUrl`: stores the choice in a cookie, for browsers without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const reqCtx = context.get(requestContext);
  try {
    const fields = await readForm(request);
    const choice = CONSENTS.find((each) => each === fields['choice']);
    if (!choice) throw new AppError('bad-input', 'choice is all or essential');
    const back = safeReturnPath(fields['returnUrl']) ?? '/';
    return redirect(back, { status: 303, headers: { 'set-cookie': serializeConsentCookie(choice, reqCtx.ctx.cookie.secure) } });
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}
