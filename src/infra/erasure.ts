import type { Transaction } from 'kysely';
import type { DB } from './database/tables.ts';

/**
 * The player to erase: everything that identifies them. `replacementId` replaces their id, so that retained rows that belonged together still do.
 */
export type ErasureSubject = {
  id: string;
  replacementId: string;
  /** The address of the account. */
  email: string;
  /** That address, and the one that the player asked for instead: it is not known whose that is, but no other player has it. */
  emails: string[];
  usernames: string[];
  displayNames: string[];
  /** How texts about something else mention them. */
  mentions: string[];
};

/**
 * How a feature erases a player from what it owns. The erasure of an account runs all erasers, one after the other. Everything that an
 * eraser does may run twice.
 */
export type Eraser<Context> = {
  /** Tables whose rows are deleted together with the player's own row: their foreign keys have `on delete cascade`. */
  deletedTables?: readonly (keyof DB)[];
  /** Tables without a foreign key, so that writing them locks no player: a trigger of players deletes their rows after the player's own. */
  unlinkedTables?: readonly (keyof DB)[];
  /** Tables that may keep rows without the player, and why: a foreign key of theirs has `on delete set null`. */
  retainedTables?: Partial<Record<keyof DB, string>>;
  /** Erases what is outside of the database. It runs before the transaction: if it fails, the account stays and is tried again. */
  eraseOutside?(ctx: Context, who: ErasureSubject): Promise<void>;
  /** Erases rows that no foreign key deletes, and texts in rows that stay. The player's own row is deleted at the end of `trx`. */
  eraseRows?(ctx: Context, trx: Transaction<DB>, who: ErasureSubject): Promise<void>;
  /** Erases what others may have written outside of the database in the meantime. It runs after the transaction. */
  eraseAfterwards?(ctx: Context, who: ErasureSubject): Promise<void>;
};

/** Whether a text mentions the player: by id, by an email address that is not part of a longer one, or by a mention. */
export function createMentionMatcher(who: ErasureSubject): (text: string) => boolean {
  const whole = (email: string) => `(?<![\\p{L}\\p{N}._%+'-])${escapeRegExp(email)}(?![\\p{L}\\p{N}-]|\\.[\\p{L}\\p{N}])`;
  const alone = (name: string) => `(?<![\\p{L}\\p{N}_])${escapeRegExp(name)}(?![\\p{L}\\p{N}_])`;
  const pattern = new RegExp([who.id, ...who.emails.map(whole), ...who.mentions.map(alone)].join('|'), 'iu');
  return (text) => pattern.test(text);
}

/**
 * The database's prefilter before it checks a text closely: matches any of these, also within other words. The close check is done by the
 * functions of migration 0012 (`redact_player`, `mentions_player`, `redaction_scope`).
 */
export function getMentionPattern(who: Pick<ErasureSubject, 'id' | 'emails' | 'mentions'>): string {
  return [who.id, ...who.emails, ...who.mentions].map(escapeRegExp).join('|');
}

/** Escapes a text for use in a regular expression, in JavaScript and in PostgreSQL. */
function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
