import type { FriendsView } from '../../friends/schema.ts';
import type { FavoritesPage, HistoryPage } from '../schema.ts';

/** Data of the profile page's loader. `failed`: a further page of a list could not be loaded. */
export type ProfileData =
  | { favorites: FavoritesPage | null; history: HistoryPage | null; friends: FriendsView['friends'] }
  | { failed: true };
