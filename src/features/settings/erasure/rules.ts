/** Maximum number of accounts deleted in one night; the others follow the next night. */
export const ERASURES_PER_RUN = 1000;
/** Accounts loaded at once. */
export const ERASURE_PAGE_SIZE = 20;

/**
 * How a text about something else mentions a player. A name of letters only may also be a word or another person's name: erasing a player
 * called 'message' or 'amina' must not change unrelated texts.
 */
export function toMentions(usernames: readonly string[]): string[] {
  return usernames.map((name) => (/[\d_]/.test(name) ? name : `@${name}`));
}
