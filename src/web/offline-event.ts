/** Heard in the page when there are other kept games than before; apart, since every page listens and few have any. */
export const OFFLINE_GAMES_EVENT = 'kiddo-kept';
