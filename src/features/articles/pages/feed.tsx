import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { renderBlogFeed } from '../service.server.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

/** /blog/rss.xml */
export const loader = pageLoader(handle, async ({ reqCtx }) => {
  // No cache-control here: a shared response gets an ETag, which feed readers use for conditional requests.
  return new Response(await renderBlogFeed(reqCtx.ctx), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
});
