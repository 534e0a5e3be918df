import { redirect } from 'react-router';
import { onlyPost } from '../../../server/deed.ts';
import { readForm } from '../../../server/forms.ts';
import { pageError } from '../../../server/page-error.ts';
import { siteContext } from '../../../server/site-context.ts';
import { Refusal } from '../../../shared/refusal.ts';
import { returnPath } from '../../../shared/return-path.ts';
import { consentCookie, CONSENTS } from '../../../web/consent.ts';
import type { Route } from './+types/choose.ts';

export function loader() {
  return onlyPost();
}

/** POST with `choice` (all or essential) and `returnUrl`: keeps the choice in a cookie, for a browser without scripts. */
export async function action({ request, context }: Route.ActionArgs) {
  const site = context.get(siteContext);
  try {
    const fields = await readForm(request);
    const choice = CONSENTS.find((each) => each === fields['choice']);
    if (!choice) throw new Refusal('bad-input', 'choice is all or essential');
    const back = returnPath(fields['returnUrl']) ?? '/';
    return redirect(back, { status: 303, headers: { 'set-cookie': consentCookie(choice, site.ctx.cookie.secure) } });
  } catch (error) {
    throw pageError(site, error);
  }
}
