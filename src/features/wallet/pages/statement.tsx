import { redirect } from 'react-router';
import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { getStatement } from '../service.server.ts';
import { texts } from '../texts.ts';
import { StatementView } from '../ui/statement.tsx';
import type { Route } from './+types/statement.ts';

/** The player's own statement; visitors are redirected to the login page and return afterwards. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Frobux%2Fstatement');
  const after = new URL(request.url).searchParams.get('after');
  try {
    return { statement: await getStatement(reqCtx.ctx, reqCtx.actor, after), isStart: after === null };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function StatementPage({ loaderData }: Route.ComponentProps) {
  return <StatementView {...loaderData} />;
}
