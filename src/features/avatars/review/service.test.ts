import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import type { rerenderAvatarJob } from '../composition/service.server.ts';
import { avatarJobs } from '../jobs.server.ts';
import { deletePicture, uploadPicture } from '../service.server.ts';
import { PICTURES_PAGE_SIZE } from './rules.ts';
import { reviewPicture, listPictures } from './service.server.ts';

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  return { world, mod: await world.addPlayer({ username: 'mod', role: 'moderator' }) };
}

async function bring(world: World, username: string): Promise<{ id: string; actor: Extract<Actor, { kind: 'player' }> }> {
  const actor = { ...(await world.addPlayer({ username })), premium: true };
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0e7c86' } })
    .png()
    .toBuffer();
  expect(await uploadPicture(world.ctx, actor, bytes, 'image/png')).toBeNull();
  const { id } = await world.ctx.db.selectFrom('avatar_uploads').select('id').where('player_id', '=', actor.id).executeTakeFirstOrThrow();
  return { id, actor };
}

test('pictures wait, the oldest first, in pages; late ones are marked', async () => {
  const { world, mod } = await start();
  const ids: string[] = [];
  for (let n = 0; n < PICTURES_PAGE_SIZE + 3; n++) {
    ids.push((await bring(world, `player${n}`)).id);
    world.advanceClock(n === 0 ? 90_000 : 1);
  }
  const first = await listPictures(world.ctx, mod, 'waiting', null);
  expect(first).toMatchObject({ waiting: PICTURES_PAGE_SIZE + 3, late: 1 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, PICTURES_PAGE_SIZE));
  expect(first.items[0]).toMatchObject({
    late: true,
    ageHours: 25,
    player: { username: 'player0' },
    url: `/avatars/pictures/${ids[0]}`,
  });
  const second = await listPictures(world.ctx, mod, 'waiting', first.next);
  expect([second.items.map(({ id }) => id), second.next]).toEqual([ids.slice(PICTURES_PAGE_SIZE), null]);
  // An invalid cursor starts at the beginning.
  expect((await listPictures(world.ctx, mod, 'waiting', 'x')).items).toHaveLength(PICTURES_PAGE_SIZE);
});

test('a verdict is logged, and the player is told once', async () => {
  const { world, mod } = await start();
  const [amina, brian] = [await bring(world, 'amina'), await bring(world, 'brian')];
  const heard: string[] = [];
  world.ctx.bus.subscribe((message) => message.kind === 'notification' && heard.push(...message.playerIds));
  expect(await reviewPicture(world.ctx, mod, { picture: amina.id, do: 'approve', note: ' ' })).toEqual({
    verdict: 'approve',
    picture: amina.id,
  });
  expect(await reviewPicture(world.ctx, mod, { picture: brian.id, do: 'refuse', note: 'a phone number' })).toEqual({
    verdict: 'refuse',
    picture: brian.id,
  });
  for (const { id } of [amina, brian])
    await expect(reviewPicture(world.ctx, mod, { picture: id, do: 'refuse', note: 'again' })).rejects.toMatchObject({
      code: 'not-available',
    });
  await new Promise(setImmediate);
  expect(heard).toEqual([amina.actor.id, brian.actor.id]);
  const log = await world.ctx.db
    .selectFrom('audit_log')
    .select(['actor_name', 'action', 'subject_kind', 'subject_id', 'note', 'details'])
    .orderBy('id')
    .execute();
  expect(log).toEqual([
    {
      actor_name: 'mod',
      action: 'approve-picture',
      subject_kind: 'picture',
      subject_id: amina.id,
      note: '',
      details: { player: amina.actor.id, was: 'waiting' },
    },
    {
      actor_name: 'mod',
      action: 'refuse-picture',
      subject_kind: 'picture',
      subject_id: brian.id,
      note: 'a phone number',
      details: { player: brian.actor.id, was: 'waiting' },
    },
  ]);
  const notifications = await world.ctx.db
    .selectFrom('notifications')
    .select(['player_id', 'title', 'message', 'type'])
    .orderBy('created_at')
    .execute();
  expect(notifications).toMatchObject([
    { player_id: amina.actor.id, title: 'Your picture is ready', type: 'general' },
    { player_id: brian.actor.id, title: 'Please choose another picture', type: 'general' },
  ]);
  // The moderator's internal note is not shown to the player.
  expect(JSON.stringify(notifications)).not.toContain('phone');
  expect((await listPictures(world.ctx, mod, 'waiting', null)).waiting).toBe(0);
});

test('of two who decide at once one is first', async () => {
  const { world, mod } = await start();
  const { id } = await bring(world, 'amina');
  const both = await Promise.allSettled([
    reviewPicture(world.ctx, mod, { picture: id, do: 'approve', note: '' }),
    reviewPicture(world.ctx, mod, { picture: id, do: 'refuse', note: 'a name on it' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(await world.ctx.db.selectFrom('audit_log').select('id').execute()).toHaveLength(1);
});

test('what its player took back is not decided about', async () => {
  const { world, mod } = await start();
  const { id, actor } = await bring(world, 'amina');
  await deletePicture(world.ctx, actor);
  await expect(reviewPicture(world.ctx, mod, { picture: id, do: 'approve', note: '' })).rejects.toMatchObject({ code: 'not-available' });
});

test('only the team, and only what makes sense', async () => {
  const { world, mod } = await start();
  const { id, actor } = await bring(world, 'amina');
  for (const [who, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [actor, 'not-allowed'],
  ] as const) {
    await expect(listPictures(world.ctx, who, 'waiting', null)).rejects.toMatchObject({ code });
    await expect(reviewPicture(world.ctx, who, { picture: id, do: 'approve', note: '' })).rejects.toMatchObject({ code });
  }
  for (const fields of [
    {},
    { picture: id, do: 'love', note: 'note' },
    { picture: id, do: 'refuse', note: '' },
    { picture: id, do: 'refuse' },
    { picture: id, do: 'approve', note: 'x' },
    { picture: 'x', do: 'approve', note: '' },
  ])
    await expect(reviewPicture(world.ctx, mod, fields as Record<string, string>)).rejects.toMatchObject({ code: 'bad-input' });
  const nobody = world.ctx.newId();
  await expect(reviewPicture(world.ctx, mod, { picture: nobody, do: 'approve', note: '' })).rejects.toMatchObject({
    code: 'not-available',
  });
});

test('what was approved can be taken away again, and then nobody sees it', async () => {
  const { world, mod } = await start();
  const [amina, brian] = [await bring(world, 'amina'), await bring(world, 'brian')];
  for (const { id } of [amina, brian]) await reviewPicture(world.ctx, mod, { picture: id, do: 'approve', note: '' });
  for (const job of avatarJobs) await world.ctx.jobs.drain(world.ctx, job as typeof rerenderAvatarJob, 10);
  const { items } = await listPictures(world.ctx, mod, 'approved', null);
  expect(items.map(({ id, late }) => [id, late])).toEqual([
    [brian.id, false],
    [amina.id, false],
  ]);
  const { avatar_url: shown } = await world.ctx.db
    .selectFrom('players')
    .select('avatar_url')
    .where('id', '=', amina.actor.id)
    .executeTakeFirstOrThrow();
  const files = [(shown ?? '').replace('/media/', ''), `uploads/${amina.actor.id}/${amina.id}.webp`];
  for (const file of files) expect([file, await world.ctx.files.has(file)]).toEqual([file, true]);
  const wish = { picture: amina.id, do: 'refuse', note: 'it was a photo' };
  await expect(reviewPicture(world.ctx, mod, wish)).rejects.toMatchObject({ code: 'not-available' });
  await expect(reviewPicture(world.ctx, mod, { ...wish, was: 'approved', do: 'approve' })).rejects.toMatchObject({ code: 'bad-input' });
  await reviewPicture(world.ctx, mod, { ...wish, was: 'approved' });
  for (const job of avatarJobs) await world.ctx.jobs.drain(world.ctx, job as typeof rerenderAvatarJob, 10);
  for (const file of files) expect([file, await world.ctx.files.has(file)]).toEqual([file, false]);
  expect(await world.ctx.db.selectFrom('players').select('avatar_url').where('id', '=', amina.actor.id).executeTakeFirst()).toEqual({
    avatar_url: null,
  });
  const notifications = await world.ctx.db
    .selectFrom('notifications')
    .select('title')
    .where('player_id', '=', amina.actor.id)
    .orderBy('created_at')
    .execute();
  expect(notifications.map(({ title }) => title)).toEqual(['Your picture is ready', 'Please choose another picture']);
  expect((await listPictures(world.ctx, mod, 'approved', null)).items.map(({ id }) => id)).toEqual([brian.id]);
});

test('nobody of the team decides about their own picture', async () => {
  const { world, mod } = await start();
  const [amina, boss] = [await bring(world, 'amina'), { ...mod, premium: true }];
  const bytes = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#0e7c86' } })
    .png()
    .toBuffer();
  await uploadPicture(world.ctx, boss, bytes, 'image/png');
  const { id } = await world.ctx.db.selectFrom('avatar_uploads').select('id').where('player_id', '=', mod.id).executeTakeFirstOrThrow();
  expect(await listPictures(world.ctx, boss, 'waiting', null)).toMatchObject({ waiting: 1, items: [{ id: amina.id }] });
  const wish = { picture: id, do: 'approve', note: '' };
  await expect(reviewPicture(world.ctx, boss, wish)).rejects.toMatchObject({ code: 'not-available' });
  const other = await world.addPlayer({ username: 'other', role: 'moderator' });
  expect((await listPictures(world.ctx, other, 'waiting', null)).waiting).toBe(2);
  expect(await reviewPicture(world.ctx, other, wish)).toEqual({ verdict: 'approve', picture: id });
});
