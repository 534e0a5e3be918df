import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { Tabs } from '../../../web/kit/tabs.tsx';
import type { Viewer } from '../../../shared/viewer.ts';
import type { FriendsView, PlayerSummary } from '../../friends/schema.ts';
import { PROFILE_TABS, type FavoritesPage, type HistoryPage, type ProfileTab } from '../schema.ts';
import { texts } from '../texts.ts';
import { ClearHistory } from './clear-history.tsx';
import { ProfileFavorites } from './profile-favorites.tsx';
import { ProfileFriends } from './profile-friends.tsx';
import { ProfileHeader } from './profile-header.tsx';
import { ProfileHistory } from './profile-history.tsx';
import { ProfileSidebar } from './profile-sidebar.tsx';
import { useProfileUpdates } from './use-profile-updates.ts';
import './profile.css';

const ICONS = { favorites: 'heart', history: 'clock', friends: 'users', items: 'shirt' } as const;
const urlForTab = (tab: ProfileTab) => (tab === 'favorites' ? '/profile' : `/profile?tab=${tab}`);

type ProfilePageProps = {
  viewer: Viewer;
  /** ISO date and time. */
  memberSince: string;
  isPremium: boolean;
  balance: number;
  /** Friends who are online. */
  onlineFriends: PlayerSummary[];
  tab: ProfileTab;
  /** Data of the selected tab; null for the other tabs. */
  favorites: FavoritesPage | null;
  history: HistoryPage | null;
  friends: FriendsView['friends'];
  /** The inventory; null unless its tab is selected. */
  items: ReactNode;
};

/** A player's own profile: identity, favorites, history, friends and inventory. */
export function ProfilePage({
  viewer,
  memberSince,
  isPremium,
  balance,
  onlineFriends: initialFriends,
  tab,
  favorites,
  history,
  friends,
  items,
}: ProfilePageProps) {
  const { profile } = texts;
  const isStart = !new URLSearchParams(useLocation().search).has('after');
  const onlineFriends = useProfileUpdates(initialFriends);
  return (
    <>
      <ProfileHeader viewer={viewer} memberSince={memberSince} isPremium={isPremium} />
      <div className="wrap profile-both">
        <div className="profile-lists">
          <div className="profile-bar">
            <Tabs
              label={profile.tabsLabel}
              tabs={PROFILE_TABS.map((each) => ({
                to: urlForTab(each),
                label: profile[each],
                icon: ICONS[each],
                isSelected: each === tab,
              }))}
            />
            {tab === 'history' && history !== null && history.entries.length > 0 && <ClearHistory />}
          </div>
          {!isStart && (
            <p>
              <Link className="link" to={urlForTab(tab)}>
                {profile.fromStart}
              </Link>
            </p>
          )}
          {tab === 'favorites' && favorites !== null && <ProfileFavorites page={favorites} hasPremium={isPremium} isStart={isStart} />}
          {tab === 'history' && history !== null && <ProfileHistory page={history} />}
          {tab === 'friends' && friends !== null && <ProfileFriends page={friends} />}
          {items}
        </div>
        <ProfileSidebar avatar={viewer.avatar} balance={balance} onlineFriends={onlineFriends} />
      </div>
    </>
  );
}
