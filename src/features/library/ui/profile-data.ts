import type { FriendsView } from '../../friends/schema.ts';
import type { FavoritesPage, HistoryPage } from '../schema.ts';

/** What the profile page's loader answers; a further page that cannot be fetched counts as failed. */
export type ProfileData =
  | { favorites: FavoritesPage | null; history: HistoryPage | null; friends: FriendsView['friends'] }
  | { failed: true };
