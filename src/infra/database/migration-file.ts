import { StartError } from '../start-error.ts';

/** A file of `migrations/`, and what the comments at its beginning say. */
export type Migration = {
  /** The file's name; it begins with four digits, which are its number. */
  name: string;
  sql: string;
  /**
   * The number of the last migration that code has to know to use a database which has this one: `-- oldest-code: 0050`. Without the line it
   * is the migration's own, so older code may not.
   */
  oldestCode: string;
  /** Whether it runs statement by statement, each by itself, and not in a transaction: `-- transaction: none`. */
  hasNoTransaction: boolean;
};

/**
 * Reads what the comments at the beginning of a migration say about it.
 * @throws StartError if they say what cannot be
 */
export function parseMigration(name: string, sql: string): Migration {
  const number = getNumber(name);
  const head = /^(\s*--.*(\n|$)|\s*\n)*/.exec(sql)?.[0] ?? '';
  const oldest = /^-- oldest-code:(.*)$/m.exec(head)?.[1]?.trim();
  const transaction = /^-- transaction:(.*)$/m.exec(head)?.[1]?.trim();
  if (oldest !== undefined && (!/^\d{4}$/.test(oldest) || oldest > number))
    throw new StartError(`The migration ${name} says '-- oldest-code: ${oldest}': that has to be the number of a migration before it.`);
  if (transaction !== undefined && transaction !== 'none')
    throw new StartError(`The migration ${name} says '-- transaction: ${transaction}': only 'none' can stand there.`);
  return { name, sql, oldestCode: oldest ?? number, hasNoTransaction: transaction === 'none' };
}

/** The number that a migration's name begins with, such as '0050'. */
export function getNumber(name: string): string {
  return name.slice(0, 4);
}

/** What stands between semicolons, or hides them: comments, quoted texts and names, and the bodies of functions. */
const TOKEN = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|;|[^;'"$/-]+|[\s\S]/g;

/** The statements of a text of SQL, without comments before them; texts with backslashes (`E'...'`) are not expected. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let current = '';
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') {
      statements.push(current.trim());
      current = '';
    } else current += token.startsWith('--') || token.startsWith('/*') ? ' ' : token;
  }
  return [...statements, current.trim()].filter((statement) => statement !== '');
}

/**
 * The name of the index that a statement builds without stopping writes; null if it does something else.
 * @throws StartError if its name is none that we find it by, half built, after the build was broken off
 */
export function getConcurrentIndex(statement: string): string | null {
  if (!/^create\s/i.test(statement) || !isConcurrent(statement)) return null;
  const name = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?([a-z_]\w*)\s+on\s/i.exec(statement)?.[1];
  if (name === undefined)
    throw new StartError(`An index that is built concurrently needs a plain name without quotes: ${statement.slice(0, 100)}`);
  return name;
}

/** Whether a statement builds or removes an index without stopping anybody. */
export function isConcurrent(statement: string): boolean {
  return /^(?:create\s+(?:unique\s+)?|drop\s+)index\s+concurrently\b/i.test(statement);
}
