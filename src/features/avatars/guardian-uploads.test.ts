import { sql } from 'kysely';
import { createElement } from 'react';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../tests/lock-waits.ts';
import { askOf, giveConsent, setGuardianship } from '../../../tests/guardian-world.ts';
import { findElements, renderToHtml, textOf } from '../../../tests/markup.ts';
import { createPaymentsPages } from '../../../tests/pages.ts';
import { ADULT } from '../../../tests/test-players.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Actor } from '../../shared/permissions.ts';
import { listNotifications } from '../notifications/service.server.ts';
import { avatarJobs } from './jobs.server.ts';
import * as pictureQueue from './pages/picture-queue.tsx';
import { reviewPicture } from './review/service.server.ts';
import { AVATAR_PATH } from './schema.ts';
import { deletePicture, getAvatarView, updateAvatar, uploadPicture } from './service.server.ts';
import { AvatarEditor } from './ui/editor.tsx';

type Player = Extract<Actor, { kind: 'player' }>;
const TEEN = { age_band: 13, birth_month: '2012-01' } as const;
const png = await sharp({ create: { width: 50, height: 50, channels: 3, background: '#e23b24' } })
  .png()
  .toBuffer();

const withPremium = async (world: World, age: object): Promise<Player> => ({ ...(await world.addPlayer(age)), premium: true });
const withdraw = (world: World, playerId: string) =>
  world.ctx.db
    .updateTable('guardianships')
    .set({ state: 'withdrawn', decided_at: new Date(), relation: null, chat: null, buying: null, monthly_limit_minor: null })
    .where('player_id', '=', playerId)
    .execute();
const editorOf = async (world: World, actor: Player) =>
  renderToHtml(createElement(AvatarEditor, { view: await getAvatarView(world.ctx, actor), tab: 'face', answer: undefined }), AVATAR_PATH);

test('who can upload a picture: each age with each answer of a guardian', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const ask = askOf(world.ctx);
  const answers: Record<string, (id: string) => Promise<unknown>> = {
    none: async () => {},
    asked: (id) => setGuardianship(ask, id, 'asked'),
    refused: (id) => setGuardianship(ask, id, 'refused'),
    withdrawn: (id) => setGuardianship(ask, id, 'withdrawn'),
    given: (id) => giveConsent(ask, id, { chat: 'off', buying: 'none', sum: null }),
  };
  for (const age of [TEEN, { age_band: 16, birth_month: '2009-06' }, ADULT])
    for (const [state, answer] of Object.entries(answers)) {
      const actor = await withPremium(world, age);
      await answer(actor.id);
      const code = await uploadPicture(world.ctx, actor, png, 'image/png').catch((error: { code: string }) => error.code);
      const mayUpload = age === ADULT || state === 'given';
      expect([age.age_band, state, code]).toEqual([age.age_band, state, mayUpload ? null : 'guardian-required']);
      expect((await getAvatarView(world.ctx, actor)).uploadDoor?.state ?? null).toBe(mayUpload ? null : state);
    }
});

test('where uploads are closed the page says why, and has no form for a file', async () => {
  const world = await createWorld();
  const actor = await withPremium(world, TEEN);
  const closed = await editorOf(world, actor);
  expect(textOf(closed)).toContain('Your own pictures are closed for now A parent or guardian can open it.');
  expect(closed).toContain(`href="/guardian?returnUrl=${encodeURIComponent(AVATAR_PATH)}"`);
  expect(findElements(closed, 'input', { type: 'file' })).toHaveLength(0);
  await giveConsent(askOf(world.ctx), actor.id);
  expect(findElements(await editorOf(world, actor), 'input', { type: 'file' })).toHaveLength(1);
});

test('a picture that was approved stays when the consent ends, can be worn and can be deleted; another one is refused', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const { ctx } = world;
  const actor = await withPremium(world, TEEN);
  await giveConsent(askOf(ctx), actor.id);
  await uploadPicture(ctx, actor, png, 'image/png');
  const id = (await getAvatarView(ctx, actor)).latestUpload?.id ?? '';
  await reviewPicture(ctx, await world.addPlayer({ role: 'moderator' }), { picture: id, do: 'approve', note: '' });
  await withdraw(world, actor.id);
  await expect(uploadPicture(ctx, actor, png, 'image/png')).rejects.toMatchObject({ code: 'guardian-required' });
  await updateAvatar(ctx, actor, { template: ':own' });
  expect((await getAvatarView(ctx, actor)).latestUpload).toMatchObject({ id, state: 'approved', isWorn: true });
  await deletePicture(ctx, actor);
  expect((await getAvatarView(ctx, actor)).latestUpload).toBeNull();
});

test('a picture that waits is not approved any more when the consent has ended; it can be refused, in words that are true', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const { ctx } = world;
  const [actor, moderator] = [await withPremium(world, TEEN), await world.addPlayer({ role: 'moderator' })];
  const bring = async () => {
    await uploadPicture(ctx, actor, png, 'image/png');
    return (await getAvatarView(ctx, actor)).latestUpload?.id ?? '';
  };
  await giveConsent(askOf(ctx), actor.id);
  const first = await bring();
  await withdraw(world, actor.id);
  const approve = (picture: string) => reviewPicture(ctx, moderator, { picture, do: 'approve', note: '' });
  await expect(approve(first)).rejects.toMatchObject({ code: 'guardian-required' });
  expect((await getAvatarView(ctx, actor)).latestUpload).toMatchObject({ state: 'waiting' });
  await reviewPicture(ctx, moderator, { picture: first, do: 'refuse', note: 'no consent' });
  expect((await listNotifications(ctx, actor, null)).items[0]).toMatchObject({
    title: 'We did not keep your picture',
    message: 'Under 18, pictures of your own need the yes of a parent or guardian. With it, you can upload one again.',
  });
  expect((await getAvatarView(ctx, actor)).latestUpload).toBeNull();
  await giveConsent(askOf(ctx), actor.id);
  await approve(await bring());
  await withdraw(world, actor.id);
  // What is wrong with a picture that was approved is not the consent.
  const { id = '' } = (await getAvatarView(ctx, actor)).latestUpload ?? {};
  await reviewPicture(ctx, moderator, { picture: id, do: 'refuse', was: 'approved', note: 'a name on it' });
  expect((await listNotifications(ctx, actor, null)).items[0]?.title).toBe('Please choose another picture');
});

test('a moderator reads why it cannot be approved, and what to do', async () => {
  const { world, ctx, post } = await createPaymentsPages();
  await ctx.jobs.prepare(avatarJobs);
  const [actor, moderator] = [await withPremium(world, TEEN), await world.addPlayer({ role: 'moderator' })];
  await giveConsent(askOf(ctx), actor.id);
  await uploadPicture(ctx, actor, png, 'image/png');
  const picture = (await getAvatarView(ctx, actor)).latestUpload?.id ?? '';
  await withdraw(world, actor.id);
  expect(await post(pictureQueue, { picture, do: 'approve', note: '', was: 'waiting' }, moderator)).toMatchObject({
    status: 403,
    data: { error: 'No parent or guardian allows pictures of this player now, or the age is not known yet: refuse it.' },
  });
});

test('a consent that is taken back while a picture is approved counts', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const { ctx } = world;
  const [actor, moderator] = [await withPremium(world, TEEN), await world.addPlayer({ role: 'moderator' })];
  await giveConsent(askOf(ctx), actor.id);
  await uploadPicture(ctx, actor, png, 'image/png');
  const id = (await getAvatarView(ctx, actor)).latestUpload?.id ?? '';
  const [locked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const withdrawal = ctx.db.transaction().execute(async (trx) => {
    await sql`select 1 from players where id = ${actor.id} for no key update`.execute(trx);
    locked.resolve();
    await held.promise;
    await sql`update guardianships set state = 'withdrawn', relation = null, chat = null, buying = null, monthly_limit_minor = null`.execute(
      trx,
    );
  });
  await locked.promise;
  const verdict = reviewPicture(ctx, moderator, { picture: id, do: 'approve', note: '' }).catch((error: { code: string }) => error.code);
  await waitForLocks(ctx.db, 1);
  held.resolve();
  await withdrawal;
  expect(await verdict).toBe('guardian-required');
});

test('a consent that is taken back while the picture is stored counts', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor = await withPremium(world, TEEN);
  await giveConsent(askOf(world.ctx), actor.id);
  const files = {
    ...world.ctx.files,
    async put(...file: Parameters<typeof world.ctx.files.put>) {
      await withdraw(world, actor.id);
      await world.ctx.files.put(...file);
    },
  };
  await expect(uploadPicture({ ...world.ctx, files }, actor, png, 'image/png')).rejects.toMatchObject({ code: 'guardian-required' });
  expect((await getAvatarView(world.ctx, actor)).latestUpload).toBeNull();
});
