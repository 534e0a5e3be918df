import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { STATUS_PATH } from '../schema.ts';
import { getStatus } from '../service.server.ts';
import { texts } from '../texts.ts';
import { StatusPage } from '../ui/status-page.tsx';
import type { Route } from './+types/status.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** Whether everything works, for everybody. */
export const loader = pageLoader(handle, async ({ reqCtx }) => ({
  view: await getStatus(reqCtx.ctx, reqCtx.actor),
  origin: reqCtx.ctx.config.origin,
}));

export function meta({ loaderData }: Route.MetaArgs) {
  return pageMeta({ origin: loaderData?.origin, path: STATUS_PATH, title: texts.metaTitle, description: texts.metaDescription });
}

export default function ServiceStatusPage({ loaderData }: Route.ComponentProps) {
  return <StatusPage view={loaderData.view} />;
}
