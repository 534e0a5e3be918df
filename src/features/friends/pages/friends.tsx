import { classifyError } from '../../../request/page-error.ts';
import { pageLoader } from '../../../request/page-loader.ts';
import type { RequestContext } from '../../../request/request-context.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import type { Conversation } from '../../chat/schema.ts';
import { getConversation } from '../../chat/service.server.ts';
import { getClosedNotice } from '../../feature-flags/service.server.ts';
import { FRIENDS_TABS } from '../schema.ts';
import { getFriendsView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FriendsPage } from '../ui/friends-page.tsx';
import { FriendsForVisitors } from '../ui/page-fallbacks.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/friends.ts';

export const handle = { params: ['tab', 'q', 'chat', 'after', 'from', 'paused'], isShared: true } as const satisfies PageHandle;

/** Friends, requests and player search; with `?chat=` also a conversation, with `?from=` the request of one player marked. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  if (!reqCtx.viewer) {
    const search = query.all().toString();
    return { returnUrl: search === '' ? '/friends' : `/friends?${search}` };
  }
  const tab = FRIENDS_TABS.find((each) => each === query.get('tab')) ?? 'friends';
  const [view, chatClosed, conversation] = await Promise.all([
    getFriendsView(reqCtx.ctx, reqCtx.actor, {
      tab,
      term: query.get('q') ?? '',
      after: query.get('after'),
      from: query.get('from'),
      paused: query.get('paused'),
    }),
    getClosedNotice(reqCtx.ctx, 'chat'),
    findConversation(reqCtx, query.get('chat')),
  ]);
  return { view, chatClosed, conversation, viewerId: reqCtx.viewer.id };
});

/** Returns null if the player is not (or no longer) a friend; the page then shows the list without a chat. */
async function findConversation(reqCtx: RequestContext, friendId: string | null): Promise<Conversation | null> {
  if (friendId === null) return null;
  try {
    return await getConversation(reqCtx.ctx, reqCtx.actor, friendId);
  } catch (error) {
    if (classifyError(reqCtx, error).code === 'not-found') return null;
    throw error;
  }
}

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { failed: true as const });
}

export function meta() {
  return [{ title: texts.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Friends({ loaderData }: Route.ComponentProps) {
  // Only loading a further page can return `failed`, and that result does not reach this component.
  if ('failed' in loaderData) return null;
  const { view, chatClosed, conversation, viewerId, returnUrl } = loaderData;
  return view ? (
    <FriendsPage view={view} chatClosed={chatClosed} conversation={conversation} viewerId={viewerId} />
  ) : (
    <FriendsForVisitors returnUrl={returnUrl} />
  );
}
