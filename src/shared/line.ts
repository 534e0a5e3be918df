/**
 * The one thing that a tab says on its live line: that it shows friends, and so wants to hear who comes and goes. Anything else
 * means that it does not (any more).
 */
export const SHOWS_FRIENDS = 'friends';
