import { redirect } from 'react-router';
import { methodNotAllowed } from '../../../request/action.ts';
import { pageAction } from '../../../request/form-action.ts';
import { readForm } from '../../../request/forms.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { serializeConsentCookie } from '../../../web/consent.ts';
import { parseConsent } from '../service.server.ts';
import type { Route } from './+types/choose.ts';

export const handle = { params: [], isShared: false } as const satisfies PageHandle;

export function loader() {
  return methodNotAllowed();
}

/** POST with `choice` (all or essential) and `returnUrl`: stores the choice in a cookie, for browsers without JavaScript. */
export const action = pageAction(
  async ({ ctx }, { request }: Route.ActionArgs) => {
    const { choice, returnPath } = parseConsent(await readForm(request));
    return redirect(returnPath, { status: 303, headers: { 'set-cookie': serializeConsentCookie(choice, ctx.cookie.secure) } });
  },
  { goesOnReadOnly: true },
);
