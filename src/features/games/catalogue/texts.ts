import { formatMegabytes } from '../../../shared/megabytes.ts';

/** Texts of game cards, the games page and the game page (spec 1, sections 2 and 8). */
export const texts = {
  card: {
    premium: 'Premium',
    required: 'Premium Required',
    upgrade: 'Upgrade Now',
    signIn: 'Sign In to Continue',
    playing: (players: number) => `${players} playing`,
    playingAloud: (players: number) => `${players} playing now`,
    plays: (plays: number) => `${formatCount(plays, 'K')} ${plays === 1 ? 'play' : 'plays'}`,
    playsAloud: (plays: number) => (plays === 1 ? 'Played once' : `Played ${formatCount(plays, ' thousand')} times`),
    fresh: 'New',
    freshAloud: 'New: nobody has played it yet',
    moreTags: (count: number) => `+${count}`,
    moreTagsAloud: (count: number) => `and ${count} more tags`,
    rank: (position: number) => `Number ${position}`,
    playNow: 'Play now',
    size: (bytes: number) => `${formatMegabytes(bytes)} MB`,
  },

  list: {
    title: 'Games',
    metaTitle: 'Games | Kiddo',
    metaDescription: 'Every game on Kiddo: action, racing, tycoon, obby and more. Free to play on a phone or a computer.',
    filter: 'Filter',
    filtersOn: (count: number) => `${count} ${count === 1 ? 'filter' : 'filters'} on`,
    apply: 'Apply Filters',
    genre: 'Genre',
    device: 'Device',
    gender: 'Gender',
    allGenres: 'All Genres',
    allDevices: 'All Devices',
    allGenders: 'Boys & Girls',
    size: 'Size',
    allSizes: 'All Sizes',
    light: 'Light games (under 2 MB)',
    genders: { Male: 'Boy (Male)', Female: 'Girl (Female)' },
    tabs: { popular: 'Popular', recommended: 'Recommended', 'top-rated': 'Top Rated', featured: 'Featured' },
    tabsLabel: 'Order of the games',
    showing: (count: number, total: number) => `Showing ${count} of ${total} games`,
    more: 'Load More Games',
    loadingMore: 'Loading more games...',
    end: "You've reached the end of the games list!",
    empty: 'No games found matching your filters.',
    emptyHint: 'Try adjusting your filter criteria!',
    showAll: 'Show all games',
    error: (message: string) => `Error loading games: ${message}`,
    server: 'the games cannot be reached at the moment.',
    offline: 'the connection is lost. Check it, then try again.',
    cutOff: 'you are offline. The list goes on by itself when the network is back.',
    again: 'Try Again',
    fromStart: 'Start of the list',
  },

  game: {
    back: 'Back to Games',
    notFound: 'Game Not Found',
    notFoundText: "The game you're looking for doesn't exist.",
    premium: 'Premium Game',
    required: 'Premium Required',
    requiredText: 'This premium game requires an active subscription',
    upgrade: 'Upgrade Now',
    play: 'Play',
    playGame: (title: string) => `Play ${title}`,
    by: 'by',
    playing: (current: number, max: number) => `${current}/${max} playing now`,
    newGame: 'New',
    ratingAloud: (average: string, count: number) => `${average} of 5 stars, ${count} ratings`,
    about: 'About',
    features: 'Key Features',
    howTo: 'How to Play',
    info: 'Game Info',
    developer: 'Developer',
    created: 'Created',
    unknown: 'Unknown',
    size: 'Size',
    access: 'Access',
    genres: 'Genres',
    tags: 'Tags',
    actions: 'Quick Actions',
    share: 'Share Game',
    reportNote: 'Saw something that is not okay? Tell us. Reports are private.',
    metaTitle: (title: string) => `${title} | Kiddo`,
    metaNotFound: 'Game Not Found | Kiddo',
  },

  toasts: {
    shared: { title: 'Link Copied!', text: 'Game link has been copied to your clipboard.' },
    shareFailed: { title: 'Copy Failed', text: 'Unable to copy link to clipboard.' },
  },
} as const;

/** How many people a game has, as its card says it: those who play now, else all plays, else that it is new (readings.md: players/max). */
export function describeAudience({ players, plays }: { players: number; plays: number }): { kind: string; text: string; aloud: string } {
  const { card } = texts;
  if (players > 0) return { kind: 'playing', text: card.playing(players), aloud: card.playingAloud(players) };
  if (plays > 0) return { kind: 'played', text: card.plays(plays), aloud: card.playsAloud(plays) };
  return { kind: 'fresh', text: card.fresh, aloud: card.freshAloud };
}

/** Abbreviates a count, never upwards: 2190 becomes '2.1k', 1250000 becomes '1.2M'. @param thousand the sign for a thousand */
export function formatCount(count: number, thousand = 'k'): string {
  const shorten = (unit: number) => String(Math.floor(count / (unit / 10)) / 10);
  if (count < 1000) return String(count);
  return count < 1_000_000 ? shorten(1000) + thousand : `${shorten(1_000_000)}M`;
}
