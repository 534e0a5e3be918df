import { expect, test } from 'vitest';
import { createGroupWorld } from '../../../tests/group-world.ts';
import { SYSTEM } from '../../shared/permissions.ts';
import { eraseDueAccounts } from '../settings/erasure/service.server.ts';

test('whose account is erased leaves all groups: somebody else owns them, invitations end, and nothing says who they were', async () => {
  const { world, ctx, players, makeWith, make, invite, rolesIn, bellOf, groupsOf } = await createGroupWorld({
    amina: 18,
    brian: 18,
    chao: 18,
  });
  const [id, own] = [await makeWith('amina', 'brian'), await make('amina')];
  await invite('amina', id, 'chao');
  await ctx.db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', '=', players.amina.id).execute();
  world.advanceClock(60);
  expect(await eraseDueAccounts(ctx, SYSTEM)).toBe(1);
  expect(world.logged).toEqual([]);
  expect(await rolesIn(id)).toEqual(['brian owner']);
  expect([await bellOf('chao'), (await groupsOf('chao')).invitations]).toEqual([[], []]);
  const rows = await ctx.db.selectFrom('groups').select(['id', 'created_by', 'closed_by']).execute();
  expect(rows).toHaveLength(2);
  expect(rows).toEqual(
    expect.arrayContaining([
      { id, created_by: null, closed_by: null },
      { id: own, created_by: null, closed_by: 'empty' },
    ]),
  );
  expect((await ctx.db.selectFrom('group_name_changes').select('changed_by').execute()).map((row) => row.changed_by)).toEqual([null, null]);
});
