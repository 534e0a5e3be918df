import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { StatementObserver } from '../database/database.ts';
import type { Metrics } from './metrics.ts';

/** How many texts have their name cached, and how many different names there can be. */
const TEXTS_MAX = 2_000;
const NAMES_MAX = 300;
/** A part of a text beyond this many characters gives it no name. */
const READ_MAX = 4_000;

const TABLE = String.raw`\s+(?:only\s+)?"?([a-z_][a-z0-9_]*)"?(?:\."?([a-z_][a-z0-9_]*)"?)?(?![a-z0-9_."])`;
/** A function in the place of a table, such as `from now()`, is none; behind the table of an insert stand its columns. */
const NO_FUNCTION = String.raw`(?!\s*\()`;
/** What stands before the table, by the kind of statement. */
const BEFORE_TABLE: Record<string, RegExp> = {
  insert: new RegExp(String.raw`\binsert\s+into${TABLE}`, 'i'),
  update: new RegExp(String.raw`\bupdate${TABLE}`, 'i'),
  delete: new RegExp(String.raw`\bdelete\s+from${TABLE}`, 'i'),
  select: new RegExp(String.raw`\bfrom${TABLE}${NO_FUNCTION}`, 'i'),
};

/**
 * Names a statement by what it does and the table that it does it to: 'select games'. Nothing else of its text is in it, and no value.
 * @param text with placeholders for values
 */
export function nameStatement(text: string): string {
  const read = text.slice(0, READ_MAX);
  const verb = /^[\s(]*([a-z]+)/i.exec(read)?.[1]?.toLowerCase() ?? '';
  // What a statement with parts changes is what it is about; if it changes nothing, what it reads.
  const kinds = verb === 'with' ? ['insert', 'update', 'delete', 'select'] : [verb];
  for (const kind of kinds) {
    const [, first, second] = BEFORE_TABLE[kind]?.exec(read) ?? [];
    if (first !== undefined) return `${kind} ${(second === undefined ? first : `${first}.${second}`).toLowerCase()}`;
  }
  return BEFORE_TABLE[verb] || verb === 'with' ? `${verb === 'with' ? 'select' : verb} other` : 'other';
}

/** Names statements; there are never more than {@link NAMES_MAX} names, so that figures by name stay few whatever is asked. */
export function createStatementNames(): (text: string) => string {
  const known = new LRUCache<string, string>({ max: TEXTS_MAX });
  const names = new Set<string>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    const own = nameStatement(text);
    const name = names.has(own) || names.size < NAMES_MAX ? own : 'other';
    names.add(name);
    known.set(text, name);
    return name;
  };
}

/**
 * Counts statements, and names slow ones in the log: by what they do and how long that took, never with a value.
 * @param slowMs from when a statement is slow, in milliseconds; 0: none is
 * @returns undefined if nobody wants to know
 */
export function createStatementObserver(
  slowMs: number,
  log: Logger,
  metrics: Pick<Metrics, 'countStatement'> | null,
): StatementObserver | undefined {
  if (slowMs === 0 && metrics === null) return undefined;
  return (text, ms) => {
    metrics?.countStatement(text, ms / 1_000);
    if (slowMs > 0 && ms >= slowMs) log.warn({ statement: nameStatement(text), ms: Math.round(ms) }, 'slow statement');
  };
}
