/** Maximum number of accounts deleted in one night; the others follow the next night. */
export const ERASURES_PER_RUN = 1000;
/** Accounts loaded at once. */
export const ERASURE_PAGE_SIZE = 20;

/**
 * The player to erase: everything that identifies them. `gone` replaces their id, so that retained rows that belonged together still do.
 */
export type ErasureSubject = {
  id: string;
  gone: string;
  emails: string[];
  usernames: string[];
  displayNames: string[];
  /** How texts about something else mention them. */
  mentions: string[];
};

/**
 * How a text about something else mentions a player. A name of letters only may also be a word or another person's name: erasing a player
 * called 'message' or 'amina' must not change unrelated texts.
 */
export function toMentions(usernames: readonly string[]): string[] {
  return usernames.map((name) => (/[\d_]/.test(name) ? name : `@${name}`));
}

/** Whether a text mentions the player: by id, by an email address that is not part of a longer one, or by a mention. */
export function createMentionMatcher(who: ErasureSubject): (text: string) => boolean {
  const whole = (email: string) => `(?<![\\p{L}\\p{N}._%+'-])${escapeRegExp(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`;
  const alone = (name: string) => `(?<![\\p{L}\\p{N}_])${escapeRegExp(name)}(?![\\p{L}\\p{N}_])`;
  const pattern = new RegExp([who.id, ...who.emails.map(whole), ...who.mentions.map(alone)].join('|'), 'iu');
  return (text) => pattern.test(text);
}

/** The database's prefilter before it checks a text closely: matches any of these, also within other words. */
export function getMentionPattern(who: Pick<ErasureSubject, 'id' | 'emails' | 'mentions'>): string {
  return [who.id, ...who.emails, ...who.mentions].map(escapeRegExp).join('|');
}

/** Escapes a text for use in a regular expression, in JavaScript and in PostgreSQL. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
