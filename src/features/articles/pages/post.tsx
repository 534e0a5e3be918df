import { pageError } from '../../../server/page-error.ts';
import { requestContext } from '../../../server/request-context.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getPost } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PostPage } from '../ui/post-page.tsx';
import type { Route } from './+types/post.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  try {
    return { view: await getPost(reqCtx.ctx, params.slug), origin: reqCtx.ctx.config.origin };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { post } = loaderData.view;
  const { origin } = loaderData;
  return pageMeta({ origin, path: `/blog/${post.slug}`, title: texts.metaTitle(post.title), description: post.description });
}

export default function PostOfBlog({ loaderData }: Route.ComponentProps) {
  return <PostPage view={loaderData.view} />;
}
