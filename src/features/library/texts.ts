/** Texts of favorites, history and ratings (spec 1, sections 2, 4, 8). */
export const texts = {
  later: { title: 'Kept for later', text: 'You are offline. We send it when you are back online.' },

  favorite: {
    add: 'Favorite',
    added: 'Favorited',
    addedToast: { title: 'Added to favorites', text: 'Game has been added to your favorites!' },
    removedToast: { title: 'Removed from favorites', text: 'Game has been removed from your favorites.' },
    /** The heart on a card. */
    favoriteLabel: (game: string) => `Favorite: ${game}`,
    addFailed: { title: 'Error', text: 'Failed to add game to favorites.' },
    removeFailed: { title: 'Error', text: 'Failed to remove game from favorites.' },
  },
  rating: {
    title: 'Rate this game',
    mine: (stars: number) => `You gave ${stars} ${stars === 1 ? 'star' : 'stars'}`,
    star: (stars: number) => `${stars} ${stars === 1 ? 'star' : 'stars'}`,
    save: 'Save my stars',
    playFirst: 'Play for at least a minute, then you can rate it.',
    saved: { title: 'Thank you!', text: 'Your stars are saved. You can change them any time.' },
    failed: { title: 'Error', text: 'Your stars were not saved. Please try again.' },
  },
  profile: {
    metaTitle: 'Profile | Kiddo',
    memberSince: (month: string) => `Member since ${month}`,
    favorites: 'Favorites',
    history: 'History',
    friends: 'Friends',
    items: 'Avatar items',
    noFavorites: 'No favorite games yet. Start exploring!',
    browse: 'Browse Games',
    noHistory: 'No games played yet',
    noHistoryText: 'Start playing games to see your recent activity here!',
    clear: 'Clear history',
    clearTitle: 'Clear your history?',
    clearText: 'The list of games you played is emptied, here and on the home page. Your favorites stay.',
    keep: 'Keep history',
    confirmClear: 'Clear it',
    clearing: 'Clearing...',
    cleared: { title: 'History cleared', text: 'The list of games you played is empty now.' },
    clearFailed: { title: 'Error', text: 'Your history was not cleared. Please try again.' },
    fromStart: 'Start of the list',
    showing: (count: number, total: number) => `Showing ${count} of ${total} favorite games`,
    tabsLabel: 'Your games, friends and items',
    premium: 'Premium',
    kiddocash: 'kiddocash',
    statement: ': where it came from',
    getKiddocash: 'Get Kiddokash',
    avatarTitle: 'Your avatar',
    avatarText: 'Pick a new look or upload your own.',
    customize: 'Customize Avatar',
    here: 'Friends online',
    nobodyHere: 'No friends are online now.',
    seeFriends: 'See all friends',
    noFriends: 'No friends yet. Start making connections!',
    online: 'Online',
    messageTo: (name: string) => `Message ${name}`,
    moderation: 'Moderation',
    operator: 'Operator',
    edit: 'Edit Profile',
    addFriend: 'Add Friend',
    today: 'Today',
    yesterday: 'Yesterday',
  },
} as const;

const MONTH_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const DATE_FORMAT = new Intl.DateTimeFormat('en-US', { month: 'short', day: '2-digit', year: 'numeric', timeZone: 'UTC' });

/** Formats the month of a time as 'July 2026'. */
export function formatMonth(iso: string): string {
  return MONTH_FORMAT.format(new Date(iso));
}

/** Formats a date like 2025-03-08 as 'Mar 08, 2025' (spec 2, section 9). */
export function formatDate(day: string): string {
  return DATE_FORMAT.format(new Date(`${day}T12:00:00Z`));
}
