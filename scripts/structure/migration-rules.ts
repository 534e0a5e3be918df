import { parse, type AlterTableCmd, type AlterTableStmt, type Constraint, type Node } from 'libpg-query';
import { getConcurrentIndex, parseMigration, splitStatements } from '../../src/infra/database/migration-file.ts';
import { GROWN_TABLES } from './grown-tables.ts';
import { findHarmToOlderCode } from './older-code-rules.ts';

// What a migration may not do to a large table while players use it (docs/decisions/084-upgrades-in-daylight.md).

/** Migrations with this number or a later one are checked; those before have run everywhere, and are as they are. */
const FIRST_CHECKED = '0057';
/** Functions whose value is the same for all rows of a statement: a column with such a default is added without a look at the rows. */
const STABLE = ['now', 'transaction_timestamp', 'statement_timestamp', 'current_setting', 'current_date'];

/** One violation: the file, and how to fix it. */
export type MigrationViolation = { file: string; message: string };

/** Names by which a check `column is not null` is known, and which of them were validated. */
type NotNullChecks = { columns: Map<string, string>; validated: Set<string> };

/**
 * Checks the migrations that are new.
 * @param files the text of all migrations by the name of their file
 */
export async function checkMigrations(files: ReadonlyMap<string, string>): Promise<MigrationViolation[]> {
  const violations: MigrationViolation[] = [];
  const checks: NotNullChecks = { columns: new Map(), validated: new Set() };
  for (const [file, sql] of [...files].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (file < FIRST_CHECKED) continue;
    const report = (message: string) => violations.push({ file, message });
    try {
      const migration = parseMigration(file, sql);
      const { stmts = [] } = await parse(sql);
      const statements = stmts.flatMap(({ stmt }) => stmt ?? []);
      const rule = {
        report,
        checks,
        created: new Set(statements.flatMap((each) => ('CreateStmt' in each ? (each.CreateStmt.relation?.relname ?? []) : []))),
        hasNoTransaction: migration.hasNoTransaction,
        isForOlderCode: migration.oldestCode < file.slice(0, 4),
      };
      for (const statement of statements) checkStatement(statement, rule);
      for (const harm of findHarmToOlderCode(migration, statements)) report(harm);
      // Refuses names by which an index that is half built would not be found.
      if (migration.hasNoTransaction) splitStatements(sql).forEach(getConcurrentIndex);
    } catch (error) {
      report(`cannot be read: ${(error as Error).message}`);
    }
  }
  return violations;
}

/** `created`: the tables that the same file creates, which nobody writes to yet. */
type Rule = {
  report: (message: string) => void;
  checks: NotNullChecks;
  created: ReadonlySet<string>;
  hasNoTransaction: boolean;
  isForOlderCode: boolean;
};

const isGrown = (table: string | undefined) => table !== undefined && GROWN_TABLES.includes(table);

function checkStatement(statement: Node, rule: Rule): void {
  const { report, created, hasNoTransaction } = rule;
  if (hasNoTransaction && !canStandAlone(statement))
    report(
      "is '-- transaction: none': only indexes (concurrently), 'validate constraint' and 'do' blocks can stand there, since they can begin again",
    );
  if ('IndexStmt' in statement) {
    const { relation, concurrent } = statement.IndexStmt;
    if (concurrent === true && !hasNoTransaction)
      report("builds an index concurrently: that needs '-- transaction: none' at the beginning");
    if (concurrent !== true && isGrown(relation?.relname) && !created.has(relation?.relname ?? ''))
      report(
        `builds an index on ${relation?.relname}, and nobody can write to it meanwhile: 'create index concurrently', in a file of its own`,
      );
  } else if ('AlterTableStmt' in statement) checkAlterTable(statement.AlterTableStmt, rule);
  else if ('DoStmt' in statement) checkBlock(statement, rule);
  else if ('LockStmt' in statement || 'ClusterStmt' in statement || 'ReindexStmt' in statement || 'RefreshMatViewStmt' in statement)
    report('locks or rewrites a table as a whole');
  else if ('VacuumStmt' in statement && JSON.stringify(statement.VacuumStmt.options ?? []).includes('"defname":"full"'))
    report('locks or rewrites a table as a whole');
  else if ('TruncateStmt' in statement && findTables(statement).some(isGrown))
    report('empties a large table under a lock that stops everybody');
  for (const table of findChanged(statement).filter(isGrown))
    report(`changes rows of ${table} in one statement, and locks them to its end: ${IN_BATCHES}`);
}

/** The tables whose rows a statement changes, also in one of its `with` parts. */
function findChanged(statement: Node): string[] {
  const changes: unknown[] = [];
  JSON.stringify(statement, (key, value: unknown) => {
    if (['UpdateStmt', 'DeleteStmt', 'MergeStmt'].includes(key)) changes.push((value as { relation?: unknown }).relation);
    return value;
  });
  return findTables(changes);
}

/** The names of all tables that stand in a part of a statement. */
function findTables(part: unknown): string[] {
  return [...JSON.stringify(part).matchAll(/"relname":"(\w+)"/g)].map(([, name = '']) => name);
}

const IN_BATCHES = "in a file with '-- transaction: none', a 'do' block changes some thousand rows at a time and commits";

function canStandAlone(statement: Node): boolean {
  if ('IndexStmt' in statement) return statement.IndexStmt.concurrent === true;
  if ('DropStmt' in statement) return statement.DropStmt.concurrent === true && statement.DropStmt.missing_ok === true;
  if ('AlterTableStmt' in statement)
    return getCommands(statement.AlterTableStmt).every(({ subtype }) => subtype === 'AT_ValidateConstraint');
  return 'DoStmt' in statement;
}

/** A block's body is text to the parser. */
function checkBlock(statement: Node, { report, hasNoTransaction }: Rule): void {
  const body = JSON.stringify(statement);
  // Not a right (`grant execute on`), and not what a trigger does.
  if (/\bexecute\b(?!\s+(?:on|function|procedure)\b)/i.test(body))
    report("executes a text in a 'do' block, which nobody can check: write the statements themselves");
  const table = [...body.matchAll(/\b(?:update|delete from|merge into|truncate(?: table)?)\s+(?:only\s+)?(\w+)/gi)]
    .map(([, name = '']) => name.toLowerCase())
    .find(isGrown);
  if (table !== undefined && (!hasNoTransaction || !/\bcommit\s*;/i.test(body)))
    report(`changes rows of ${table} in one transaction: ${IN_BATCHES}`);
}

function getCommands({ cmds = [] }: AlterTableStmt): AlterTableCmd[] {
  return cmds.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []));
}

function checkAlterTable(statement: AlterTableStmt, rule: Rule): void {
  const table = statement.relation?.relname;
  for (const command of getCommands(statement)) {
    noteNotNullCheck(table, command, rule.checks);
    if (command.subtype === 'AT_AddColumn') checkNewColumn(table, command, rule);
    if (isGrown(table)) checkCommand(table ?? '', command, rule);
  }
}

function checkCommand(table: string, command: AlterTableCmd, { report, checks, hasNoTransaction }: Rule): void {
  const { subtype, name = '' } = command;
  if (subtype === 'AT_AlterColumnType') report(`changes the type of ${table}.${name}, which rewrites the table: add a column beside it`);
  if (subtype === 'AT_AddConstraint') checkConstraint(table, getConstraint(command.def), report);
  if (subtype === 'AT_ValidateConstraint' && !hasNoTransaction)
    report(`validates ${name}, which reads all of ${table} while its locks are held: in a file with '-- transaction: none'`);
  if (subtype === 'AT_SetNotNull' && !isKnownNotNull(table, name, checks))
    report(
      `sets ${table}.${name} not null, which reads all rows: first 'check (${name} is not null) not valid', validated in a later file`,
    );
  if (subtype === 'AT_SetLogged' || subtype === 'AT_SetUnLogged' || subtype === 'AT_SetTableSpace' || subtype === 'AT_SetAccessMethod')
    report(`rewrites ${table}`);
}

function checkConstraint(table: string, constraint: Constraint | null, report: Rule['report']): void {
  if (!constraint) return;
  const { contype, conname = 'a constraint' } = constraint;
  if ((contype === 'CONSTR_CHECK' || contype === 'CONSTR_FOREIGN') && constraint.skip_validation !== true)
    report(`adds ${conname} to ${table}, which reads all rows: 'not valid', and 'validate constraint' in a later file`);
  const needsIndex = contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY' || contype === 'CONSTR_EXCLUSION';
  if (needsIndex && constraint.indexname === undefined)
    report(`adds ${conname} to ${table}, which builds an index under a lock: build it concurrently, then 'using index'`);
}

function checkNewColumn(table: string | undefined, { def }: AlterTableCmd, { report, isForOlderCode }: Rule): void {
  if (!def || !('ColumnDef' in def)) return;
  const { colname, constraints = [], typeName } = def.ColumnDef;
  const found = constraints.flatMap((node) => getConstraint(node) ?? []);
  const has = (type: Constraint['contype']) => found.some(({ contype }) => contype === type);
  const fallback = found.find(({ contype }) => contype === 'CONSTR_DEFAULT')?.raw_expr;
  if (isForOlderCode && has('CONSTR_NOTNULL') && !fallback && !has('CONSTR_GENERATED') && !has('CONSTR_IDENTITY'))
    report(`adds ${table}.${colname} not null without a default: older code, which it is said to be for, could insert no row`);
  if (!isGrown(table)) return;
  const isCounted = /"sval":"(?:small|big)?serial[248]?"/.test(JSON.stringify(typeName ?? {}));
  if (isCounted || has('CONSTR_GENERATED') || has('CONSTR_IDENTITY') || (fallback && isVolatile(fallback)))
    report(`adds ${table}.${colname} with a value of its own for each row, which rewrites the table: add it empty, and fill it in batches`);
  if (has('CONSTR_UNIQUE') || has('CONSTR_PRIMARY'))
    report(`adds ${table}.${colname} with an index, which is built under a lock: build it concurrently, in a file of its own`);
  if (has('CONSTR_CHECK') || (has('CONSTR_FOREIGN') && fallback))
    report(`adds ${table}.${colname} with a check, for which all rows are read: add the constraint by itself, 'not valid'`);
}

/** Whether an expression calls a function that may have another value for each row. */
function isVolatile(expression: Node): boolean {
  const calls = [...JSON.stringify(expression).matchAll(/"funcname":(\[.*?\])/g)];
  return calls.some(([, names = '']) => {
    const parts = [...names.matchAll(/"sval":"(\w+)"/g)].map(([, part = '']) => part);
    return !STABLE.includes(parts.at(-1) ?? '');
  });
}

function getConstraint(node: Node | undefined): Constraint | null {
  return node && 'Constraint' in node ? node.Constraint : null;
}

/** Remembers checks that say that a column is not null, and whether they were validated. */
function noteNotNullCheck(table: string | undefined, { subtype, name, def }: AlterTableCmd, { columns, validated }: NotNullChecks): void {
  if (subtype === 'AT_ValidateConstraint') validated.add(`${table} ${name}`);
  const constraint = subtype === 'AT_AddConstraint' ? getConstraint(def) : null;
  const test = constraint?.raw_expr && 'NullTest' in constraint.raw_expr ? constraint.raw_expr.NullTest : null;
  if (test?.nulltesttype !== 'IS_NOT_NULL' || !test.arg || !('ColumnRef' in test.arg)) return;
  const column = /"sval":"(\w+)"\}\}\]/.exec(JSON.stringify(test.arg.ColumnRef))?.[1];
  columns.set(`${table} ${constraint?.conname}`, `${table}.${column}`);
}

function isKnownNotNull(table: string, column: string, { columns, validated }: NotNullChecks): boolean {
  return [...validated].some((constraint) => columns.get(constraint) === `${table}.${column}`);
}
