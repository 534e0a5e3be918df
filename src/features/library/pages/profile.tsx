import { redirect } from 'react-router';
import { pageLoader } from '../../../request/page-loader.ts';
import type { PageHandle } from '../../../shared/page-handle.ts';
import { listOnlineFriends, getFriendsView } from '../../friends/service.server.ts';
import { listInventory } from '../../market/service.server.ts';
import { Inventory } from '../../market/ui/inventory.tsx';
import { getBalance } from '../../wallet/service.server.ts';
import { ONLINE_FRIENDS_SHOWN } from '../rules.ts';
import { PROFILE_TABS } from '../schema.ts';
import { listFavorites, listHistory, getMemberSince } from '../service.server.ts';
import { texts } from '../texts.ts';
import { ProfilePage } from '../ui/profile.tsx';
import { loadNextPage } from '../../../web/load-next-page.ts';
import type { Route } from './+types/profile.ts';

export const handle = { params: ['tab', 'after'], isShared: true } as const satisfies PageHandle;

/** The player's own profile with the data of the selected tab. Visitors are redirected to sign in and come back. */
export const loader = pageLoader(handle, async ({ reqCtx, query }) => {
  const { ctx, actor, viewer } = reqCtx;
  const tab = PROFILE_TABS.find((each) => each === query.get('tab')) ?? 'favorites';
  if (!viewer) throw redirect(`/login?returnUrl=${encodeURIComponent(tab === 'favorites' ? '/profile' : `/profile?tab=${tab}`)}`);
  const after = query.get('after');
  const [memberSince, balance, onlineFriends, favorites, history, friends, items] = await Promise.all([
    getMemberSince(ctx, actor),
    getBalance(ctx, actor),
    listOnlineFriends(ctx, actor, ONLINE_FRIENDS_SHOWN),
    tab === 'favorites' ? listFavorites(ctx, actor, after) : null,
    tab === 'history' ? listHistory(ctx, actor, after) : null,
    tab === 'friends' ? getFriendsView(ctx, actor, { tab, term: '', after }).then((view) => view.friends) : null,
    tab === 'items' ? listInventory(ctx, actor, after) : null,
  ]);
  const isPremium = actor.kind === 'player' && actor.premium;
  return { viewer, memberSince: memberSince.toISOString(), isPremium, balance, onlineFriends, tab, favorites, history, friends, items };
});

export function clientLoader(args: Route.ClientLoaderArgs) {
  return loadNextPage(args, { failed: true as const });
}

export function meta() {
  return [{ title: texts.profile.metaTitle }, { name: 'robots', content: 'noindex' }];
}

export default function Profile({ loaderData }: Route.ComponentProps) {
  // Only the infinite list requests pages that can fail, and their data never reaches this component.
  if ('failed' in loaderData) return null;
  const { items, ...rest } = loaderData;
  return <ProfilePage {...rest} items={items && <Inventory page={items} />} />;
}
