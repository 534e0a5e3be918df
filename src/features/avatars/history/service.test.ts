import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { avatarJobs } from '../jobs.server.ts';
import { reviewPicture } from '../review/service.server.ts';
import { GENERATED_HEAD, UPLOADED_HEAD } from '../schema.ts';
import { deletePicture, findLatestPicture, getAvatarView, updateAvatar, uploadPicture } from '../service.server.ts';
import { FORMER_LOOKS_MAX } from './rules.ts';
import { listFormerLooks, restoreLook } from './service.server.ts';

type Player = Extract<Actor, { kind: 'player' }>;

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const free: Player = await world.addPlayer();
  const mod = await world.addPlayer({ username: 'mod', role: 'moderator' });
  for (const [position, id] of ['cat', 'lion', 'queen'].entries())
    await world.ctx.db
      .insertInto('avatar_templates')
      .values({ id, name: id, style: 'ours', picture: `templates/${id}/1.webp`, is_premium: id === 'queen', position })
      .execute();
  // The same player with and without premium.
  return { world, ctx: world.ctx, mod, free, premium: { ...free, premium: true } };
}

async function choose({ ctx, advanceClock }: World, actor: Player, template: string): Promise<void> {
  await updateAvatar(ctx, actor, { template });
  advanceClock(1);
}

async function bring(world: World, actor: Player): Promise<string> {
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0e7c86' } })
    .png()
    .toBuffer();
  expect(await uploadPicture(world.ctx, actor, bytes, 'image/png')).toBeNull();
  world.advanceClock(1);
  return (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
}

const chosenBy = async ({ ctx }: World, actor: Player) => (await getAvatarView(ctx, { ...actor, premium: true })).chosen;

test('a player whose premium ended goes back to a look they had, and keeps the premium one for later', async () => {
  const { world, ctx, free, premium } = await start();
  await choose(world, premium, 'lion');
  await choose(world, premium, 'queen');
  expect(await listFormerLooks(ctx, free)).toMatchObject([
    { look: GENERATED_HEAD, isLocked: false },
    { name: 'lion', picture: '/media/templates/lion/1.webp', isLocked: false },
  ]);
  const [, lion] = await listFormerLooks(ctx, free);
  await restoreLook(ctx, free, { look: lion?.look ?? '' });
  expect(await chosenBy(world, free)).toBe('lion');
  world.advanceClock(1);
  await restoreLook(ctx, free, { look: GENERATED_HEAD });
  expect(await chosenBy(world, free)).toBe(GENERATED_HEAD);
  // Both are still there; the premium one waits until there is premium again.
  const looks = await listFormerLooks(ctx, free);
  expect(looks.map(({ name, isLocked }) => [name, isLocked])).toEqual([
    ['lion', false],
    ['queen', true],
  ]);
  const queen = { look: looks[1]?.look ?? '' };
  await expect(restoreLook(ctx, free, queen)).rejects.toMatchObject({ code: 'premium-required' });
  expect(await chosenBy(world, free)).toBe(GENERATED_HEAD);
  await restoreLook(ctx, premium, queen);
  expect(await chosenBy(world, free)).toBe('queen');
});

test('who never chose anything has nothing to go back to; visitors and others have no part in it', async () => {
  const { world, ctx, free, premium } = await start();
  expect(await listFormerLooks(ctx, free)).toEqual([]);
  await choose(world, premium, 'lion');
  await choose(world, premium, 'cat');
  const other = await world.addPlayer();
  expect(await listFormerLooks(ctx, other)).toEqual([]);
  const [, lion] = await listFormerLooks(ctx, free);
  await expect(restoreLook(ctx, other, { look: lion?.look ?? '' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(restoreLook(ctx, VISITOR, { look: GENERATED_HEAD })).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(listFormerLooks(ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(restoreLook(ctx, free, { look: UPLOADED_HEAD })).rejects.toMatchObject({ code: 'not-available' });
  for (const look of ['', 'lion', "' or 1"]) await expect(restoreLook(ctx, free, { look })).rejects.toMatchObject({ code: 'bad-input' });
});

test('the history is short, and holds each look once', async () => {
  const { world, ctx, free, premium } = await start();
  for (let round = 0; round < FORMER_LOOKS_MAX; round++) for (const id of ['cat', 'lion']) await choose(world, premium, id);
  const { length } = await ctx.db.selectFrom('avatar_history').select('id').where('player_id', '=', free.id).execute();
  expect(length).toBe(2);
  for (let n = 0; n <= FORMER_LOOKS_MAX; n++) {
    const values = { id: `extra-${n}`, name: 'x', style: 'ours', picture: 'x.webp', position: 9 };
    await ctx.db.insertInto('avatar_templates').values(values).execute();
    await choose(world, premium, `extra-${n}`);
  }
  expect(await listFormerLooks(ctx, free)).toHaveLength(FORMER_LOOKS_MAX + 1);
});

test('an approved picture is worn if nothing else was chosen since it was uploaded', async () => {
  const { world, ctx, mod, free, premium } = await start();
  await choose(world, premium, 'lion');
  const id = await bring(world, premium);
  expect((await getAvatarView(ctx, premium)).latestUpload).toMatchObject({ state: 'waiting', isWorn: false });
  await reviewPicture(ctx, mod, { picture: id, do: 'approve', note: '' });
  expect((await getAvatarView(ctx, premium)).latestUpload).toMatchObject({ state: 'approved', isWorn: true });
  expect(await noticesOf(world, free)).toEqual([
    { message: 'We looked at it and it is great. Everybody can see it now!', related_id: null },
  ]);
  // The look that it replaced can be chosen again.
  expect((await listFormerLooks(ctx, free)).map(({ name }) => name)).toEqual([null, 'lion']);
});

test('an approved picture of a player who chose something else waits to be chosen, and nobody is told that all can see it', async () => {
  const { world, ctx, mod, free, premium } = await start();
  const id = await bring(world, premium);
  await choose(world, premium, 'lion');
  await reviewPicture(ctx, mod, { picture: id, do: 'approve', note: '' });
  expect(await chosenBy(world, free)).toBe('lion');
  expect(await noticesOf(world, free)).toEqual([{ message: expect.stringContaining('Choose it now') as string, related_id: 'avatar' }]);
  // Premium has ended meanwhile: their own picture can be chosen all the same.
  expect(await findLatestPicture(ctx, free)).toMatchObject({ state: 'approved', isWorn: false });
  await restoreLook(ctx, free, { look: UPLOADED_HEAD });
  expect(await findLatestPicture(ctx, free)).toMatchObject({ state: 'approved', isWorn: true });
  // A picture that was deleted is no look to go back to.
  await restoreLook(ctx, free, { look: GENERATED_HEAD });
  await deletePicture(ctx, free);
  expect((await listFormerLooks(ctx, free)).map(({ name }) => name)).toEqual(['lion']);
});

async function noticesOf({ ctx }: World, { id }: Player) {
  return ctx.db.selectFrom('notifications').select(['message', 'related_id']).where('player_id', '=', id).execute();
}
