/** Heard in the page when there are other kept games than before; apart, since every page listens and few have any. */
export const KEPT_EVENT = 'kiddo-kept';
