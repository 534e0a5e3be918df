import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { RENAMES_MAX } from '../account/rules.ts';
import { getUsernameClaim } from '../account/service.server.ts';
import { eraseDueAccounts } from './service.server.ts';

test('what somebody put down as former names, beyond what renaming allows, takes nothing of others out of the log', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const leaving = await world.addPlayer({ username: 'amina', deletes_at: ctx.now() });
  await world.addPlayer({ username: 'brian_7' });
  const names = ['brian_7', 'took money', ...Array.from({ length: RENAMES_MAX + 1 }, (_, i) => `word_${i}`)];
  for (const [i, username] of names.entries())
    await ctx.db
      .insertInto('username_reservations')
      .values({ username, claim_hash: getUsernameClaim(leaving.id), expires_at: new Date(Date.UTC(2026, 0, 31 - i)) })
      .execute();
  await sql`insert into audit_log (id, actor_name, action, subject_kind, subject_id, note)
    values (${ctx.newId()}, 'mod', 'warn', 'player', 'x', ${names.join(', ')})`.execute(ctx.db);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  const [entry] = await ctx.db.selectFrom('audit_log').select('note').execute();
  // The newest of those that could be former names of this player.
  const erased = names.slice(2, 2 + RENAMES_MAX);
  expect(entry?.note).toBe(names.map((name) => (erased.includes(name) ? 'a player who left' : name)).join(', '));
});
