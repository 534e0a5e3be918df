import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { AGE_BANDS, canReach } from '../../../shared/permissions.ts';
import { whereAgesReach } from './rules.ts';

test('the SQL of who may be in touch says the same as the table, the same in both directions, and nothing while an age is not known', async () => {
  const { ctx } = await createWorld();
  const { rows } = await sql<{ one: (typeof AGE_BANDS)[number] | null; other: (typeof AGE_BANDS)[number] | null; reach: boolean | null }>`
    with bands (age_band) as (values (13), (16), (18), (null))
    select a.age_band as one, b.age_band as other, ${sql.raw(whereAgesReach('a', 'b'))} as reach from bands a, bands b`.execute(ctx.db);
  expect(rows).toHaveLength((AGE_BANDS.length + 1) ** 2);
  for (const { one, other, reach } of rows) {
    expect([one, other, reach]).toEqual([one, other, one === null || other === null ? null : canReach(one, other)]);
    expect([one, other, canReach(one, other)]).toEqual([one, other, canReach(other, one)]);
  }
});
