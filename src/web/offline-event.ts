/** Dispatched on the window when the saved offline games change. In a file of its own: every page listens, but few use offline games. */
export const OFFLINE_GAMES_EVENT = 'kiddo-kept';
