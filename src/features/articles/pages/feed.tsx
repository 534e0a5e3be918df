import { requestContext } from '../../../server/request-context.ts';
import { renderBlogFeed } from '../service.server.ts';
import type { Route } from './+types/feed.ts';

/** /blog/rss.xml */
export async function loader({ context }: Route.LoaderArgs) {
  const { ctx } = context.get(requestContext);
  // No cache-control of its own: a shared answer gets an ETag, which is what readers of feeds ask by.
  return new Response(await renderBlogFeed(ctx), { headers: { 'content-type': 'application/rss+xml; charset=utf-8' } });
}
