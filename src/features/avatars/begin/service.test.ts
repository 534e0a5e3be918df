import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { getAvatarSeed } from '../../../shared/avatar-url.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { rerenderAvatarJob } from '../composition/service.server.ts';
import { drawFirstLook } from '../first-look.rules.ts';
import { avatarJobs } from '../jobs.server.ts';
import { beginFigure, beginFiguresJob } from './service.server.ts';

const avatarOf = async ({ ctx }: World, { id }: Extract<Actor, { kind: 'player' }>) =>
  ctx.db.selectFrom('avatars').selectAll().where('player_id', '=', id).executeTakeFirstOrThrow();

/** Ids with the same seed: their players would begin with the same look. */
const twinIds = ['018f0000-0000-7000-8000-0000deadbeef', '018f0000-0000-7000-8000-0001deadbeef', '018f0000-0000-7000-8000-0002deadbeef'];

test('every player has an avatar from the start, and begins with the look of their id', async () => {
  const world = await createWorld();
  const player = await world.addPlayer();
  expect(await avatarOf(world, player)).toMatchObject({ style: 'cartoon_1', look: null, first_look: null, updated_at: new Date(0) });
  await beginFigure(world.ctx, player.id);
  const look = drawFirstLook(getAvatarSeed(player.id));
  expect(await avatarOf(world, player)).toMatchObject({ look, first_look: look, updated_at: new Date(0) });
  // A second time changes nothing, also when they chose something else meanwhile.
  const chosen = { ...look, skin: 'leaf' };
  await world.ctx.db
    .updateTable('avatars')
    .set({ look: JSON.stringify(chosen) })
    .execute();
  await beginFigure(world.ctx, player.id);
  expect(await avatarOf(world, player)).toMatchObject({ look: chosen, first_look: look });
  await beginFigure(world.ctx, world.ctx.newId());
});

test('nobody begins with the look of somebody else, also if they begin at the same moment', async () => {
  const world = await createWorld();
  const twins = await Promise.all(twinIds.map((id, at) => world.addPlayer({ id, username: `twin_${at}` })));
  await Promise.all(twins.flatMap(({ id }) => [beginFigure(world.ctx, id), beginFigure(world.ctx, id)]));
  const looks = await Promise.all(twins.map(async (twin) => JSON.stringify((await avatarOf(world, twin)).look)));
  expect(new Set(looks).size).toBe(3);
  expect(looks).toContain(JSON.stringify(await canonical(world, drawFirstLook('deadbeef', 0))));
  // Nor with the look that somebody chose later.
  const [first] = twins;
  const fourth = await world.addPlayer({ id: '018f0000-0000-7000-8000-0003deadbeef' });
  const next = JSON.stringify(drawFirstLook('deadbeef', 3));
  await world.ctx.db
    .updateTable('avatars')
    .set({ look: next })
    .where('player_id', '=', first?.id ?? '')
    .execute();
  await beginFigure(world.ctx, fourth.id);
  expect((await avatarOf(world, fourth)).look).toEqual(drawFirstLook('deadbeef', 4));
});

/** The look as the database stores it, where keys have another order. */
const canonical = async ({ ctx }: World, look: object) =>
  (await ctx.db.selectNoFrom((eb) => eb.cast<object>(eb.val(JSON.stringify(look)), 'jsonb').as('look')).executeTakeFirstOrThrow()).look;

test('looks from before there were figures are carried over: the skin that was chosen, the nearest hair', async () => {
  const world = await createWorld();
  const players = await Promise.all([world.addPlayer(), world.addPlayer(), world.addPlayer()]);
  const skins = ['#55bf7a', '#502e1e', '#123'];
  for (const [at, { id }] of players.entries())
    await world.ctx.db
      .updateTable('avatars')
      .set({ skin: skins[at] ?? null })
      .where('player_id', '=', id)
      .execute();
  await world.ctx.jobs.prepare(avatarJobs);
  await beginFiguresJob.run(world.ctx);
  await beginFiguresJob.run(world.ctx);
  const carried = await Promise.all(players.map((player) => avatarOf(world, player)));
  expect(carried.map(({ look }) => (look as { skin: string }).skin)).toEqual(['leaf', 'ebony', 'mahogany']);
  for (const [at, { id }] of players.entries())
    expect(carried[at]?.look).toMatchObject({ hair: drawFirstLook(getAvatarSeed(id)).hair, eyes: drawFirstLook(getAvatarSeed(id)).eyes });
  // Each of them is drawn, once.
  expect(await world.ctx.jobs.drain(world.ctx, rerenderAvatarJob, 10)).toBe(3);
  const shown = await world.ctx.db.selectFrom('players').select('avatar_url').execute();
  expect(shown.every(({ avatar_url }) => avatar_url?.startsWith('/media/avatars/'))).toBe(true);
});
