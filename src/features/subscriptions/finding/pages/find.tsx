import { redirect } from 'react-router';
import { pageError } from '../../../../server/page-error.ts';
import { requestContext } from '../../../../server/site-context.ts';
import { OperatorFrame } from '../../../operating/ui/frame.tsx';
import { findPayer } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FindForm } from '../ui/find-form.tsx';
import type { Route } from './+types/find.ts';

/** GET /operator/players?username=: leads to that player's money, or says that nobody is named so. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const typed = new URL(request.url).searchParams.get('username') ?? '';
  const here = typed === '' ? '/operator/players' : `/operator/players?username=${encodeURIComponent(typed)}`;
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(here)}`);
  let found: string | null;
  try {
    found = await findPayer(reqCtx.ctx, reqCtx.actor, typed);
  } catch (error) {
    throw pageError(reqCtx, error);
  }
  if (found !== null) throw redirect(`/operator/players/${found}`);
  return { missed: typed.trim() === '' ? undefined : typed };
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function FindPage({ loaderData }: Route.ComponentProps) {
  return (
    <OperatorFrame page="players" title={texts.title} lead={texts.lead}>
      <FindForm isAlone missed={loaderData.missed} />
    </OperatorFrame>
  );
}
