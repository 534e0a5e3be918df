import { redirect } from 'react-router';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { DISPUTES_PATH } from '../../disputes/schema.ts';
import { listDisputes } from '../service.server.ts';
import { texts } from '../texts.ts';
import { DisputesPage } from '../ui/disputes-page.tsx';
import type { Route } from './+types/disputes.ts';

export const handle = { params: ['after'], isShared: true } as const satisfies PageHandle;

/** Disputes of all payments, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(DISPUTES_PATH)}`);
  const after = query.get('after');
  return { list: await listDisputes(reqCtx.ctx, reqCtx.actor, after), isStart: after === null };
});

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function AllDisputesPage({ loaderData }: Route.ComponentProps) {
  return <DisputesPage {...loaderData} />;
}
