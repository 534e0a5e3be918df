import { classifyError, pageError } from '../../../server/page-error.ts';
import { requestContext, type RequestContext } from '../../../server/request-context.ts';
import type { Conversation } from '../../chat/schema.ts';
import { isChatEnabled, getConversation } from '../../chat/service.server.ts';
import { FRIENDS_TABS } from '../schema.ts';
import { getFriendsView } from '../service.server.ts';
import { texts } from '../texts.ts';
import { FriendsPage } from '../ui/friends-page.tsx';
import { SignInPrompt } from '../ui/page-fallbacks.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/friends.ts';

/** Friends, requests and player search; with `?chat=` also a conversation. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const reqCtx = context.get(requestContext);
  const url = new URL(request.url);
  if (!reqCtx.viewer) return { returnUrl: `/friends${url.search}` };
  const params = url.searchParams;
  const tab = FRIENDS_TABS.find((each) => each === params.get('tab')) ?? 'friends';
  try {
    const [view, isOn, conversation] = await Promise.all([
      getFriendsView(reqCtx.ctx, reqCtx.actor, { tab, term: params.get('q') ?? '', after: params.get('after') }),
      isChatEnabled(reqCtx.ctx),
      findConversation(reqCtx, params.get('chat')),
    ]);
    return { view, chatOff: !isOn, conversation, viewerId: reqCtx.viewer.id };
  } catch (error) {
    throw pageError(reqCtx, error);
  }
}

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
  const { view, chatOff, conversation, viewerId, returnUrl } = loaderData;
  return view ? (
    <FriendsPage view={view} isChatDisabled={chatOff} conversation={conversation} viewerId={viewerId} />
  ) : (
    <SignInPrompt returnUrl={returnUrl} />
  );
}
