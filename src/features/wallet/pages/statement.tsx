import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getStatement } from '../service.server.ts';
import { texts } from '../texts.ts';
import { StatementView } from '../ui/statement.tsx';
import type { Route } from './+types/statement.ts';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** The player's own statement; visitors are redirected to the login page and return afterwards. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Frobux%2Fstatement');
  const after = query.get('after');
  return { statement: await getStatement(reqCtx.ctx, reqCtx.actor, after), isStart: after === null };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function StatementPage({ loaderData }: Route.ComponentProps) {
  return <StatementView {...loaderData} />;
}
