import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import type { Actor } from '../../../shared/permissions.ts';
import { avatarJobs } from '../jobs.server.ts';
import { reviewPicture } from '../review/service.server.ts';
import { GENERATED_HEAD, UPLOADED_HEAD } from '../schema.ts';
import { updateAvatar, deletePicture, uploadPicture, getAvatarView } from '../service.server.ts';
import { deleteFilesJob, deleteOldRenderJob, rerenderAvatar, rerenderAvatarJob, cleanUpUploadJob } from './service.server.ts';

type Player = Extract<Actor, { kind: 'player' }>;

const square = async (background: string) =>
  sharp({ create: { width: 60, height: 60, channels: 3, background } })
    .png()
    .toBuffer();

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor: Player = { ...(await world.addPlayer()), premium: true };
  const mod = await world.addPlayer({ username: 'mod', role: 'moderator' });
  for (const [position, id] of ['red-one', 'blue-one'].entries()) {
    const picture = `templates/${id}/shipped-1.webp`;
    await world.ctx.files.put(picture, await square(id === 'red-one' ? '#f00' : '#00f'));
    await world.ctx.db.insertInto('avatar_templates').values({ id, name: id, style: 'ours', picture, position }).execute();
  }
  return { world, actor, mod };
}

const shownOf = async (world: World, actor: Player) =>
  (await world.ctx.db.selectFrom('players').select('avatar_url').where('id', '=', actor.id).executeTakeFirstOrThrow()).avatar_url;
const fileOf = (address: string | null) => (address ?? '').replace('/media/', '');
const drain = async ({ ctx }: World, job: typeof rerenderAvatarJob | typeof deleteFilesJob) => {
  while ((await ctx.jobs.drain(ctx, job as typeof rerenderAvatarJob, 20)) > 0);
};

async function bringApproved({ ctx }: World, actor: Player, mod: Player): Promise<string> {
  expect(await uploadPicture(ctx, actor, await square('#0e7c86'), 'image/png')).toBeNull();
  const id = (await getAvatarView(ctx, actor)).latestUpload?.id ?? '';
  await reviewPicture(ctx, mod, { picture: id, do: 'approve', note: '' });
  return id;
}

test('no drawing of a picture that was taken away is left, also not a former one', async () => {
  const { world, actor, mod } = await start();
  const { ctx } = world;
  for (const takeAway of [
    () => deletePicture(ctx, actor),
    (id: string) => reviewPicture(ctx, mod, { picture: id, do: 'refuse', was: 'approved', note: 'a photo' }),
  ]) {
    const id = await bringApproved(world, actor, mod);
    const faces: string[] = [];
    const choices = [
      { template: UPLOADED_HEAD, skin: 'caramel' },
      { template: UPLOADED_HEAD, skin: 'mahogany' },
      { template: 'red-one', skin: 'caramel' },
    ];
    for (const choice of choices) {
      await updateAvatar(ctx, actor, choice);
      await drain(world, rerenderAvatarJob);
      faces.push(fileOf(await shownOf(world, actor)));
    }
    for (const face of faces) expect([face, await ctx.files.has(face)]).toEqual([face, true]);
    await takeAway(id);
    // No broken picture is shown in the meantime.
    expect(await shownOf(world, actor)).toBeNull();
    await drain(world, deleteFilesJob);
    for (const face of faces) expect([face, await ctx.files.has(face)]).toEqual([face, false]);
    // The picture that they chose instead is drawn.
    await drain(world, rerenderAvatarJob);
    expect((await getAvatarView(ctx, actor)).chosen).toBe('red-one');
    expect(await ctx.files.has(fileOf(await shownOf(world, actor)))).toBe(true);
  }
});

test('a picture approved and refused before anything was drawn of it leaves the looks before it whole', async () => {
  const { world, actor, mod } = await start();
  const { ctx } = world;
  await rerenderAvatar(ctx, actor.id);
  const before = await shownOf(world, actor);
  expect(before).not.toBeNull();
  const id = await bringApproved(world, actor, mod);
  await reviewPicture(ctx, mod, { picture: id, do: 'refuse', was: 'approved', note: 'a photo' });
  await drain(world, rerenderAvatarJob);
  await drain(world, deleteFilesJob);
  await drain(world, rerenderAvatarJob);
  expect((await getAvatarView(ctx, actor)).chosen).toBe(GENERATED_HEAD);
  expect(await shownOf(world, actor)).toBe(before);
  expect(await ctx.files.has(fileOf(before))).toBe(true);
});

test('a drawing that is shown again while it is taken away is drawn again', async () => {
  const { world, actor } = await start();
  const { ctx } = world;
  await updateAvatar(ctx, actor, { template: 'red-one' });
  await rerenderAvatar(ctx, actor.id);
  const red = await shownOf(world, actor);
  await updateAvatar(ctx, actor, { template: 'blue-one' });
  await rerenderAvatar(ctx, actor.id);
  await drain(world, rerenderAvatarJob);
  let isBack = false;
  const files = {
    ...ctx.files,
    async remove(file: string) {
      if (!isBack) {
        isBack = true;
        await updateAvatar(ctx, actor, { template: 'red-one' });
        await drain(world, rerenderAvatarJob);
      }
      await ctx.files.remove(file);
    },
  };
  await deleteOldRenderJob.run({ ...ctx, files }, { playerId: actor.id, drawing: fileOf(red).split('/')[2] ?? '' });
  await drain(world, rerenderAvatarJob);
  expect(await shownOf(world, actor)).toBe(red);
  expect(await ctx.files.has(fileOf(red))).toBe(true);
});

test('a drawing that was taken away just before it is shown is drawn again', async () => {
  const { world, actor } = await start();
  const { ctx } = world;
  await updateAvatar(ctx, actor, { template: 'red-one' });
  await rerenderAvatar(ctx, actor.id);
  const red = fileOf(await shownOf(world, actor));
  await updateAvatar(ctx, actor, { template: 'blue-one' });
  await rerenderAvatar(ctx, actor.id);
  await updateAvatar(ctx, actor, { template: 'red-one' });
  let isTaken = false;
  const files = {
    ...ctx.files,
    async has(file: string) {
      const was = await ctx.files.has(file);
      if (!isTaken && file.endsWith('figure.webp')) {
        isTaken = true;
        await deleteOldRenderJob.run(ctx, { playerId: actor.id, drawing: red.split('/')[2] ?? '' });
      }
      return was;
    },
  };
  await rerenderAvatar({ ...ctx, files }, actor.id);
  expect([isTaken, await shownOf(world, actor)]).toEqual([true, `/media/${red}`]);
  for (const file of [red, red.replace('face', 'figure')]) expect([file, await ctx.files.has(file)]).toEqual([file, true]);
});

test('what was drawn of somebody who is gone by now goes with the next try', async () => {
  const { world, actor } = await start();
  const { ctx } = world;
  // The state after a process was killed between drawing and showing.
  const file = `avatars/${actor.id}/${'0a'.repeat(16)}/face.webp`;
  await ctx.files.put(file, Buffer.from('a face'));
  await ctx.db.deleteFrom('players').where('id', '=', actor.id).execute();
  await rerenderAvatarJob.run(ctx, { playerId: actor.id });
  expect(await ctx.files.has(file)).toBe(false);
});

test('a picture whose row was never written is gone an hour later; one that is kept stays', async () => {
  const { world, actor } = await start();
  const { ctx } = world;
  const put: string[] = [];
  const killed = {
    ...ctx.files,
    async put(file: string, bytes: Uint8Array) {
      await ctx.files.put(file, bytes);
      put.push(file);
      throw new Error('killed');
    },
  };
  await expect(uploadPicture({ ...ctx, files: killed }, actor, await square('#f00'), 'image/png')).rejects.toThrow('killed');
  await uploadPicture(ctx, actor, await square('#00f'), 'image/png');
  const storedPath = `uploads/${actor.id}/${(await getAvatarView(ctx, actor)).latestUpload?.id ?? ''}.webp`;
  // Does not run before the upload can have finished.
  expect(await ctx.jobs.drain(ctx, cleanUpUploadJob, 10)).toBe(0);
  await ctx.db.executeQuery({
    sql: `update pgboss.job set start_after = now() where name = 'avatars.clean-up-upload'`,
    parameters: [],
  } as never);
  expect(await ctx.jobs.drain(ctx, cleanUpUploadJob, 10)).toBe(2);
  expect([await ctx.files.has(put[0] ?? ''), await ctx.files.has(storedPath)]).toEqual([false, true]);
});
