/** Former looks that are stored for a player: the oldest goes when there are more. */
export const FORMER_LOOKS_MAX = 8;
