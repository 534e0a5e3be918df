import { requestContext } from '../../../server/request-context.ts';
import { renderBlogFeed } from '../service.server.ts';
import type { Route } from './+types/feed.ts';

/** /blog/rss.xml */
export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext);
  // No cache-control here: a shared response gets an ETag, which feed readers use for conditional requests.
  return new Response(await renderBlogFeed(ctx), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}
