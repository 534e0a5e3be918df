/** Accounts deleted one after the other in one night; the others follow the night after. */
export const ERASURES_PER_RUN = 1000;
/** Looked up at once. */
export const ERASURE_PAGE_SIZE = 20;

/** Whom to forget: all that names them, and the word that stands for their id where rows that belonged together are kept. */
export type ErasureSubject = {
  id: string;
  gone: string;
  emails: string[];
  usernames: string[];
  displayNames: string[];
  /** How they are named in what is about something else. */
  mentions: string[];
};

/**
 * How a text that is about something else names them. A name of letters only may be a word, or somebody else's name too: who
 * chooses 'message' or 'amina' must not take these out of what has nothing to do with them.
 */
export function toMentions(usernames: readonly string[]): string[] {
  return usernames.map((name) => (/[\d_]/.test(name) ? name : `@${name}`));
}

/** Whether a text names them: by their id, by an e-mail that is no part of another, by a mention. */
export function createMentionMatcher(who: ErasureSubject): (text: string) => boolean {
  const whole = (email: string) => `(?<![\\p{L}\\p{N}._%+'-])${escapeRegExp(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`;
  const alone = (name: string) => `(?<![\\p{L}\\p{N}_])${escapeRegExp(name)}(?![\\p{L}\\p{N}_])`;
  const pattern = new RegExp([who.id, ...who.emails.map(whole), ...who.mentions.map(alone)].join('|'), 'iu');
  return (text) => pattern.test(text);
}

/** What the database looks for before it reads a text closely: any of these, also within other words. */
export function getMentionPattern(who: Pick<ErasureSubject, 'id' | 'emails' | 'mentions'>): string {
  return [who.id, ...who.emails, ...who.mentions].map(escapeRegExp).join('|');
}

/** A text as an expression that means just itself, for us and for PostgreSQL. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
