import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { AGE_BANDS, canReach } from '../../../shared/permissions.ts';
import { whereAgesAllow, whereAgesReach } from './rules.ts';

test('the SQL of who may be in touch says the same as the table, the same in both directions, no where an account is closed, and nothing while an age is not known', async () => {
  const { ctx } = await createWorld();
  type Band = (typeof AGE_BANDS)[number] | null;
  const { rows } = await sql<{ one: Band; other: Band; is_closed: boolean; reach: boolean | null; allow: boolean }>`
    with bands (id, role, age_band, closed_as) as (
      select gen_random_uuid(), 'player', b.* from (values (13, null), (16, null), (18, null), (null, null), (null, 'under-13'), (13, 'under-13')) b)
    select a.age_band as one, b.age_band as other, a.closed_as is not null or b.closed_as is not null as is_closed,
      ${sql.raw(whereAgesReach('a', 'b'))} as reach, ${sql.raw(whereAgesAllow('a', 'b'))} as allow from bands a, bands b`.execute(ctx.db);
  expect(rows).toHaveLength((AGE_BANDS.length + 3) ** 2);
  for (const { one, other, is_closed, reach, allow } of rows) {
    const expected = is_closed ? false : one === null || other === null ? null : canReach(one, other);
    expect([one, other, is_closed, reach]).toEqual([one, other, is_closed, expected]);
    expect([one, other, is_closed, allow]).toEqual([one, other, is_closed, expected !== false]);
    expect([one, other, canReach(one, other)]).toEqual([one, other, canReach(other, one)]);
  }
});
