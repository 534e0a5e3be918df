import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ageOf, codeOf, type Player } from '../../../../tests/friendship-world.ts';
import { createGroupWorld } from '../../../../tests/group-world.ts';
import { waitForLocks } from '../../../../tests/lock-waits.ts';
import type { AppContext } from '../../../context.server.ts';
import { SYSTEM } from '../../../shared/permissions.ts';
import { applyAgeBand } from '../../friends/age-bands/service.server.ts';
import { eraseDueAccounts } from '../../settings/erasure/service.server.ts';
import { createGroup } from '../editing/service.server.ts';
import { closeGroup, endMemberships, handOver, leaveGroup, removeMember } from './service.server.ts';

/** Holds the row of a group, as whoever changes it does, until it is told to go on. */
async function holdRow(ctx: AppContext, table: 'groups' | 'players', id: string) {
  const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${id} for no key update`.execute(trx);
    held.resolve();
    await goesOn.promise;
  });
  await held.promise;
  return async () => {
    goesOn.resolve();
    await done;
  };
}

/** Adds members who are nobody's friends, by the database alone. */
const fill = (ctx: AppContext, id: string, count: number) =>
  sql`with added as (
      insert into players (id, username, display_name, email, email_confirmed, birth_month, age_band)
      select id, 'filler_' || left(id::text, 8), 'Filler', id || '@example.com', true, '1990-01', 18
      from (select gen_random_uuid() as id from generate_series(1, ${count}::int)) ids returning id)
    insert into group_members select ${id}, id, 'member', now() from added`.execute(ctx.db);

test('of two who accept the last place at once, one gets it', async () => {
  const { ctx, make, invite, accept, rolesIn } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await make('amina');
  await fill(ctx, id, 47);
  expect(await invite('amina', id, 'brian', 'chao')).toEqual({ ok: true, invited: 2 });
  // One more came in meanwhile: 49 of 50.
  await fill(ctx, id, 1);
  const goOn = await holdRow(ctx, 'groups', id);
  const answers = [codeOf(accept('brian', id)), codeOf(accept('chao', id))];
  await waitForLocks(ctx.db, 2);
  await goOn();
  expect((await Promise.all(answers)).toSorted()).toEqual(['not-available', 'ok']);
  expect(await rolesIn(id)).toHaveLength(50);
});

test('a player who makes a group and joins another one at once is in twenty groups at most', async () => {
  const { ctx, players, make, invite, accept } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await make('amina');
  await invite('amina', id, 'brian');
  await sql`with added as (
      insert into groups (id, name, badge_shape, badge_color, badge_cloth, badge_sign, created_at)
      select gen_random_uuid(), 'Some', 'shield', 'teal', 'circles', 'star', now() from generate_series(1, 19) returning id)
    insert into group_members select id, ${players.brian.id}, 'owner', now() from added`.execute(ctx.db);
  const goOn = await holdRow(ctx, 'players', players.brian.id);
  const form = { name: 'Night Owls', shape: 'shield', color: 'teal', cloth: 'circles', sign: 'star' };
  const making = createGroup(ctx, players.brian, form).then((made) => (made.ok ? 'ok' : made.code));
  await waitForLocks(ctx.db, 1);
  const accepting = codeOf(accept('brian', id));
  await waitForLocks(ctx.db, 2);
  await goOn();
  expect([await making, await accepting]).toEqual(['ok', 'too-many-requests']);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from group_members where player_id = ${players.brian.id}`.execute(ctx.db);
  expect(rows).toEqual([{ count: 20 }]);
});

/** What blocking does, held before its end until it is told to go on. */
async function holdBlock(ctx: AppContext, by: Player, other: Player) {
  const [blocked, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = ctx.db.transaction().execute(async (trx) => {
    await sql`select id from players where id in (${by.id}, ${other.id}) order by id for no key update`.execute(trx);
    await sql`insert into blocks (player_id, blocked_id) values (${by.id}, ${other.id})`.execute(trx);
    blocked.resolve();
    await goesOn.promise;
  });
  await blocked.promise;
  return async () => {
    goesOn.resolve();
    await done;
  };
}

test('who blocks a member at the moment of joining does not come in', async () => {
  const { ctx, players, makeWith, invite, accept, rolesIn } = await createGroupWorld({ amina: 18, brian: 18, chao: 18 });
  const id = await makeWith('amina', 'brian');
  await invite('amina', id, 'chao');
  const finish = await holdBlock(ctx, players.brian, players.chao);
  const answer = codeOf(accept('chao', id));
  await waitForLocks(ctx.db, 1);
  await finish();
  expect([await answer, await rolesIn(id)]).toEqual(['not-available', ['amina owner', 'brian member']]);
});

test('who is blocked at the moment of inviting invites nobody, and rings no bell', async () => {
  const { ctx, players, make, invite, bellOf } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await make('amina');
  const finish = await holdBlock(ctx, players.brian, players.amina);
  const inviting = invite('amina', id, 'brian');
  await waitForLocks(ctx.db, 1);
  await finish();
  expect([await inviting, await bellOf('brian')]).toMatchObject([{ ok: false, code: 'not-available' }, []]);
});

test('whoever removes a member whose account is being erased waits for that before holding the group: nobody waits for each other', async () => {
  const { ctx, players, makeWith, rolesIn } = await createGroupWorld({ amina: 18, brian: 18 });
  const id = await makeWith('amina', 'brian');
  const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What an erasure does, held before its groups.
  const erasing = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${players.brian.id} for update`.execute(trx);
    held.resolve();
    await goesOn.promise;
    await endMemberships(ctx, trx, players.brian.id);
  });
  await held.promise;
  const removing = codeOf(removeMember(ctx, players.amina, id, players.brian.id));
  await waitForLocks(ctx.db, 1);
  goesOn.resolve();
  expect([await codeOf(erasing), await removing, await rolesIn(id)]).toEqual(['ok', 'not-available', ['amina owner']]);
});

test('an erasure locks the groups that the player made together with those that they are in, by id as everybody does', async () => {
  const { world, ctx, players, makeWith } = await createGroupWorld({ amina: 18, brian: 18 });
  const [made, other] = [await makeWith('brian', 'amina'), await makeWith('amina', 'brian')];
  await leaveGroup(ctx, players.brian, made);
  await ctx.db.updateTable('players').set({ deletes_at: ctx.now() }).where('id', '=', players.brian.id).execute();
  world.advanceClock(60);
  const [held, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const lock = (id: string) => sql`select 1 from groups where id = ${id} for no key update`;
  const changing = ctx.db.transaction().execute(async (trx) => {
    await lock(made).execute(trx);
    held.resolve();
    await goesOn.promise;
    await lock(other).execute(trx);
  });
  await held.promise;
  const erasing = eraseDueAccounts(ctx, SYSTEM);
  await waitForLocks(ctx.db, 1);
  goesOn.resolve();
  expect([await codeOf(changing), await erasing, world.logged]).toEqual(['ok', 1, []]);
});

/** A transaction that has changed a player's band, and goes on when it is told to. */
async function holdBandChange(ctx: AppContext, { id }: Player) {
  const [changed, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const done = ctx.db.transaction().execute(async (trx) => {
    await trx.updateTable('players').set(ageOf(18)).where('id', '=', id).execute();
    changed.resolve();
    await goesOn.promise;
    await applyAgeBand(ctx, trx, id);
  });
  await changed.promise;
  return async () => {
    goesOn.resolve();
    await done;
  };
}

test('a birthday at the moment of joining leaves nobody beside somebody from whom the ages keep them apart', async () => {
  // Whose own age changes waits for that, which takes the invitation back. Beside a member whose age changes they come in for a moment, by the age of before.
  for (const [mover, waits] of [
    ['amina', 0],
    ['brian', 1],
  ] as const) {
    const { ctx, players, make, invite, accept, align, rolesIn } = await createGroupWorld({ amina: 16, brian: 16 });
    const id = await make('amina');
    await invite('amina', id, 'brian');
    const finish = await holdBandChange(ctx, players[mover]);
    const answer = codeOf(accept('brian', id));
    if (waits === 0) await answer;
    await waitForLocks(ctx.db, waits);
    await finish();
    expect(await answer).toBe(waits === 0 ? 'ok' : 'not-found');
    await align();
    expect((await rolesIn(id)).length, mover).toBe(1);
  }
});

test('bringing a group in line waits for who is just joining it, and then sees them', async () => {
  const { ctx, players, make, invite, align, rolesIn, moveTo } = await createGroupWorld({ amina: 16, brian: 16 });
  const id = await make('amina');
  await invite('amina', id, 'brian');
  const [joined, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // What joining does, held before its end.
  const joining = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${players.brian.id} for no key update`.execute(trx);
    await sql`select 1 from groups where id = ${id} for no key update`.execute(trx);
    await sql`insert into group_members values (${id}, ${players.brian.id}, 'member', now())`.execute(trx);
    joined.resolve();
    await goesOn.promise;
  });
  await joined.promise;
  await moveTo('amina', 18);
  const aligning = align();
  await waitForLocks(ctx.db, 1);
  goesOn.resolve();
  await Promise.all([joining, aligning]);
  expect(await rolesIn(id)).toEqual(['brian owner']);
});

test('the owner leaves while another one joins: whoever is first, there is one owner or the group is closed', async () => {
  for (const { first, second, expected, left } of [
    { first: 'leave', second: 'accept', expected: ['ok', 'not-found'], left: [] },
    { first: 'accept', second: 'leave', expected: ['ok', 'ok'], left: ['owner'] },
  ] as const) {
    const { ctx, players, make, invite, accept, groupsOf, pageOf } = await createGroupWorld({ amina: 18, brian: 18 });
    const id = await make('amina');
    await invite('amina', id, 'brian');
    const goOn = await holdRow(ctx, 'groups', id);
    const works = { leave: () => codeOf(leaveGroup(ctx, players.amina, id)), accept: () => codeOf(accept('brian', id)) };
    const answers = [works[first]()];
    await waitForLocks(ctx.db, 1);
    answers.push(works[second]());
    await waitForLocks(ctx.db, 2);
    await goOn();
    expect(await Promise.all(answers)).toEqual(expected);
    expect((await groupsOf('amina')).groups).toEqual([]);
    const roles = (await groupsOf('brian')).groups.map((group) => pageOf('brian', group.id).then(({ role }) => role));
    expect(await Promise.all(roles)).toEqual(left);
  }
});

test('a group that is handed over twice, or closed while somebody joins, has one outcome', async () => {
  const { ctx, players, makeWith, invite, accept, rolesIn, groupsOf } = await createGroupWorld({
    amina: 18,
    brian: 18,
    chao: 18,
    zuri: 18,
  });
  const id = await makeWith('amina', 'brian', 'chao');
  let goOn = await holdRow(ctx, 'groups', id);
  const handing = [codeOf(handOver(ctx, players.amina, id, players.brian.id))];
  await waitForLocks(ctx.db, 1);
  handing.push(codeOf(handOver(ctx, players.amina, id, players.chao.id)));
  await waitForLocks(ctx.db, 2);
  await goOn();
  expect(await Promise.all(handing)).toEqual(['ok', 'not-allowed']);
  expect(await rolesIn(id)).toEqual(['amina helper', 'brian owner', 'chao member']);
  await invite('brian', id, 'zuri');
  goOn = await holdRow(ctx, 'groups', id);
  const closing = codeOf(closeGroup(ctx, players.brian, id));
  await waitForLocks(ctx.db, 1);
  const joining = codeOf(accept('zuri', id));
  await waitForLocks(ctx.db, 2);
  await goOn();
  expect([await closing, await joining]).toEqual(['ok', 'not-found']);
  expect((await groupsOf('zuri')).groups).toEqual([]);
});
