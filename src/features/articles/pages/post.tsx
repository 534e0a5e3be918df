import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import { pageMeta } from '../../site/ui/page-meta.ts';
import { getPost } from '../service.server.ts';
import { texts } from '../texts.ts';
import { PostPage } from '../ui/post-page.tsx';
import type { Route } from './+types/post.ts';

export const handle = { params: [], isShared: true } as const satisfies PageHandle;

export const loader = pageLoader(handle, async ({ reqCtx }, { params }: Route.LoaderArgs) => {
  return {
    view: await getPost(reqCtx.ctx, params.slug),
    newsletterClosed: await getClosedNotice(reqCtx.ctx, 'newsletter'),
    origin: reqCtx.ctx.config.origin,
  };
});

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { post } = loaderData.view;
  const { origin } = loaderData;
  return pageMeta({
    origin,
    path: `/blog/${post.slug}`,
    title: texts.metaTitle(post.title),
    description: post.description,
    picture: `${origin}${post.picture.shared}`,
    pictureText: post.picture.alt,
  });
}

export default function PostOfBlog({ loaderData }: Route.ComponentProps) {
  return <PostPage view={loaderData.view} newsletterClosed={loaderData.newsletterClosed} />;
}
