import { expect, test } from 'vitest';
import { createGroupWorld } from '../../../../tests/group-world.ts';

test('whose age moves away leaves the groups that do not fit, is told so, and the owner rule applies', async () => {
  const { moveTo, makeWith, make, align, rolesIn, groupsOf, bellOf, listen } = await createGroupWorld({ amina: 16, brian: 16, chao: 16 });
  const [together, alone, others] = [await makeWith('amina', 'brian', 'chao'), await make('amina'), await makeWith('brian', 'chao')];
  const heard = listen();
  await moveTo('amina', 18);
  // Until the job has run nobody sees the other one.
  expect((await groupsOf('brian')).groups.map(({ memberCount }) => memberCount)).toEqual([2, 2]);
  await align();
  expect(await rolesIn(together)).toEqual(['brian owner', 'chao member']);
  expect(await rolesIn(alone)).toEqual(['amina owner']);
  expect(await rolesIn(others)).toEqual(['brian owner', 'chao member']);
  expect(await bellOf('amina')).toEqual([{ type: 'general', message: expect.stringContaining('“Happy Lions”'), related_id: '/groups' }]);
  expect([await bellOf('brian'), await bellOf('chao')]).toEqual([[], []]);
  expect(await heard()).toContainEqual(expect.stringMatching(/"group","playerIds":\[.*"amina".*\]/));
  // A second run changes nothing.
  await align();
  expect(await bellOf('amina')).toHaveLength(1);
});

test('an invitation between two whom the ages keep apart is gone, with what the bell says of it, whoever’s age moves', async () => {
  for (const mover of ['amina', 'brian'] as const) {
    const { ctx, moveTo, make, invite, bellOf, listen } = await createGroupWorld({ amina: 16, brian: 16, chao: 16 });
    const id = await make('amina');
    await invite('amina', id, 'brian', 'chao');
    const heard = listen();
    await moveTo(mover, 18);
    const invited = await ctx.db.selectFrom('group_invitations').select('player_id').execute();
    expect([invited.length, await bellOf('brian')], mover).toEqual([mover === 'amina' ? 0 : 1, []]);
    expect(await heard(), mover).toContainEqual(expect.stringMatching(/"notification","playerIds":\[.*"brian"/));
  }
});

test('an age that is not known ends nothing, and one that fits neither', async () => {
  const { moveTo, makeWith, align, rolesIn } = await createGroupWorld({ amina: 16, brian: 13 });
  const id = await makeWith('amina', 'brian');
  for (const band of [null, 13, 16] as const) {
    await moveTo('amina', band);
    await align();
    expect(await rolesIn(id)).toEqual(['amina owner', 'brian member']);
  }
});

test('whose account is closed leaves all groups silently, and nobody leaves because of them', async () => {
  const { ctx, players, moveTo, makeWith, make, align, rolesIn, bellOf } = await createGroupWorld({ amina: 16, brian: 16, chao: 16 });
  const [id, own] = [await makeWith('amina', 'brian', 'chao'), await make('amina')];
  await ctx.db
    .updateTable('players')
    .set({ closed_as: 'under-13', deletes_at: new Date(ctx.now().getTime() + 86_400_000) })
    .where('id', '=', players.amina.id)
    .execute();
  // A friend's job may come first.
  await moveTo('brian', 13);
  await align();
  expect(await rolesIn(id)).toEqual(['amina owner', 'brian member', 'chao member']);
  await moveTo('amina', 16);
  await align();
  expect(await rolesIn(id)).toEqual(['brian owner', 'chao member']);
  expect(await ctx.db.selectFrom('groups').select('closed_by').where('id', '=', own).execute()).toEqual([{ closed_by: 'empty' }]);
  expect(await bellOf('amina')).toEqual([]);
});

test('of two whose ages move apart from the others at once, each leaves for themselves', async () => {
  const { moveTo, makeWith, align, rolesIn } = await createGroupWorld({ amina: 16, brian: 16, chao: 16 });
  const id = await makeWith('amina', 'brian', 'chao');
  await moveTo('amina', 18);
  await moveTo('brian', 18);
  await align();
  expect(await rolesIn(id)).toEqual(['chao owner']);
});
