import type { AlterTableCmd, Node } from 'libpg-query';
import type { Migration } from '../../src/infra/database/migration-file.ts';

// What a migration that older code may use cannot do to what that code uses (docs/decisions/084-upgrades-in-daylight.md).

/** Says why such a change harms no older code all the same: in the comments at the beginning, with more than a word. */
const REASON = /^-- safe-because: \S.{14,}$/m;
/** What code names. An index, a trigger or a policy can go without it. */
const USED_BY_NAME = [
  'OBJECT_TABLE',
  'OBJECT_VIEW',
  'OBJECT_MATVIEW',
  'OBJECT_SEQUENCE',
  'OBJECT_TYPE',
  'OBJECT_DOMAIN',
  'OBJECT_FUNCTION',
  'OBJECT_SCHEMA',
  'OBJECT_COLUMN',
];
const CHANGES: Partial<Record<NonNullable<AlterTableCmd['subtype']>, string>> = {
  AT_DropColumn: 'drops',
  AT_SetNotNull: 'sets not null',
  AT_AlterColumnType: 'changes the type of',
};
const RULES: Record<string, string> = { CONSTR_CHECK: 'a check', CONSTR_UNIQUE: 'a unique rule', CONSTR_EXCLUSION: 'a rule' };

/**
 * Finds what older code would fail at, though the migration says that it may use the database.
 * @returns a sentence for each
 */
export function findHarmToOlderCode({ name, sql, oldestCode }: Migration, statements: Node[]): string[] {
  if (oldestCode >= name.slice(0, 4) || REASON.test(sql)) return [];
  // Older code does not know what is made here.
  const own = statements.flatMap((each) => ('CreateStmt' in each ? [each.CreateStmt.relation?.relname] : []));
  return statements
    .flatMap((each) => describeHarm(each, own))
    .map(
      (harm) =>
        `${harm}, which the older code that it is said to be for still uses: without 'oldest-code', or after a release that does not use it any more with '-- safe-because: ' and why`,
    );
}

function describeHarm(statement: Node, own: (string | undefined)[]): string[] {
  if ('DropStmt' in statement)
    return USED_BY_NAME.includes(statement.DropStmt.removeType ?? '') ? ['drops a table, or something else with a name'] : [];
  if ('RenameStmt' in statement) {
    const { renameType, relation } = statement.RenameStmt;
    return USED_BY_NAME.includes(renameType ?? '') && !own.includes(relation?.relname) ? ['renames'] : [];
  }
  if ('IndexStmt' in statement) {
    const { unique, relation } = statement.IndexStmt;
    return unique === true && !own.includes(relation?.relname) ? [`adds a unique index to ${relation?.relname}`] : [];
  }
  if (!('AlterTableStmt' in statement) || own.includes(statement.AlterTableStmt.relation?.relname)) return [];
  const { cmds = [], relation } = statement.AlterTableStmt;
  return cmds.flatMap((node) => ('AlterTableCmd' in node ? describeCommand(relation?.relname ?? '', node.AlterTableCmd) : []));
}

function describeCommand(table: string, { subtype, name, def }: AlterTableCmd): string[] {
  const change = subtype && CHANGES[subtype];
  if (change) return [`${change} ${table}.${name}`];
  const constraint = subtype === 'AT_AddConstraint' && def && 'Constraint' in def ? def.Constraint : null;
  // One that takes over an index: what it refuses was refused by the index.
  const rule = constraint?.indexname === undefined ? RULES[constraint?.contype ?? ''] : undefined;
  return rule === undefined ? [] : [`adds ${rule} to ${table}`];
}
