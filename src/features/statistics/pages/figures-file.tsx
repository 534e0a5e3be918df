import { redirect } from 'react-router';
import { csvDownload } from '../../../request/csv-download.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getFigureFile } from '../service.server.ts';

export const handle = { params: ['metric', 'days'], isShared: true } as const satisfies PageHandle;

/** GET /operator/figures.csv?metric=plays&days=30: downloads one figure as a table, for operators. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) throw redirect('/login?returnUrl=%2Foperator');
  return csvDownload(await getFigureFile(reqCtx.ctx, reqCtx.actor, { metric: query.get('metric'), days: query.get('days') }));
});
