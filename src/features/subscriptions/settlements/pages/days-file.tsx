import { redirect } from 'react-router';
import { csvDownload } from '../../../../request/csv-download.ts';
import { pageLoader } from '../../../../request/page-loader.ts';
import type { PageHandle } from '../../../../shared/page-handle.ts';
import { DAYS_PATH } from '../schema.ts';
import { getFile } from '../service.server.ts';

export const handle = { params: ['day', 'month'], isShared: true } as const satisfies PageHandle;

/** GET /operator/payments/days.csv?day=2026-11-27 or ?month=2026-11: downloads a day or a month as a table, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(DAYS_PATH)}`);
  return csvDownload(await getFile(reqCtx.ctx, reqCtx.actor, { day: query.get('day'), month: query.get('month') }));
});
