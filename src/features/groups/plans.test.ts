import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createGroupWorld } from '../../../tests/group-world.ts';
import type { AppContext } from '../../context.server.ts';
import { getGroup, listGroups } from './service.server.ts';

/** The same context, and the prepared statements that run through it. */
function listen(ctx: AppContext) {
  const statements: { name: string; text: string; values: unknown[] }[] = [];
  const queryPrepared: AppContext['queryPrepared'] = (statement, values) => {
    statements.push({ ...statement, values });
    return ctx.queryPrepared(statement, values);
  };
  return {
    statements,
    heard: new Proxy(ctx, { get: (target, name) => (name === 'queryPrepared' ? queryPrepared : Reflect.get(target, name)) }),
  };
}

test('twenty groups of fifty take as many statements as one group of two, and each finds its rows by an index', async () => {
  const { ctx, players, makeWith } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await makeWith('amina', 'brian');
  const look = async () => {
    const { statements, heard } = listen(ctx);
    const view = await listGroups(heard, players.amina);
    const page = await getGroup(heard, players.amina, id);
    return { statements, counts: view.groups.map(({ memberCount }) => memberCount), members: page.members.length };
  };
  const few = await look();
  await sql`insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
    select gen_random_uuid(), 'many_' || n, 'Many', 'many' || n || '@example.com', true, '1990-01', 18 from generate_series(1, 48) n`.execute(
    ctx.db,
  );
  await sql`insert into groups (id, name, badge_shape, badge_color, badge_cloth, badge_sign, created_at)
    select gen_random_uuid(), 'Group ' || n, 'shield', 'teal', 'circles', 'star', now() from generate_series(1, 19) n`.execute(ctx.db);
  await sql`insert into group_members select g.id, p.id, 'member', now() from groups g, players p on conflict do nothing`.execute(ctx.db);
  const many = await look();
  expect([many.counts, many.members]).toEqual([Array.from({ length: 20 }, () => 50), 50]);
  expect(many.statements.map(({ name }) => name)).toEqual(few.statements.map(({ name }) => name));
  const scans = await ctx.db.transaction().execute(async (trx) => {
    // Where the tables of a test are small, reading them through is cheapest: it stays only where nothing else is possible.
    await sql`set local enable_seqscan = off`.execute(trx);
    const found: string[] = [];
    for (const { name, text, values } of many.statements) {
      const quoted = text.replaceAll(/\$(\d+)/g, (_all, nth: string) => toLiteral(values[Number(nth) - 1]));
      const { rows } = await sql<Record<string, string>>`explain ${sql.raw(quoted)}`.execute(trx);
      const plan = rows.map((row) => Object.values(row)[0] ?? '').join('\n');
      if (plan.includes('Seq Scan')) found.push(`${name}: ${plan}`);
    }
    return found;
  });
  expect(scans).toEqual([]);
});

function toLiteral(value: unknown): string {
  if (Array.isArray(value)) return `'{${value.join(',')}}'`;
  if (value instanceof Date) return `'${value.toISOString()}'`;
  return typeof value === 'number' ? String(value) : `'${String(value)}'`;
}

test('every key of the tables of groups has an index: who deletes a player or a group reads no table through', async () => {
  const { ctx } = await createGroupWorld({});
  const { rows } = await sql<{ key: string }>`
    select c.conname as key from pg_constraint c
    where c.contype = 'f' and c.conrelid::regclass::text in ('groups', 'group_members', 'group_invitations', 'group_name_changes')
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = any (c.conkey) and i.indpred is null)`.execute(
    ctx.db,
  );
  expect(rows).toEqual([]);
});
