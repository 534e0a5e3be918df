import sharp from 'sharp';
import { expect, test } from 'vitest';
import {
  BLUE,
  GREEN,
  RED,
  addTemplate,
  addressOf,
  drain,
  dressPlainly,
  fileOf,
  near,
  pixel,
  rgb,
  square,
  startAvatars,
  wear,
  type Rgb,
} from '../../../tests/avatar-world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { getAvatarSeed, urlForAvatar } from '../../shared/avatar-url.ts';
import { rerenderAvatar } from './composition/service.server.ts';
import { drawFirstLook } from './first-look.rules.ts';
import { PLAIN_LOOK } from './look/schema.ts';
import { reviewPicture } from './review/service.server.ts';
import { GENERATED_HEAD, UPLOADED_HEAD, urlForBody } from './schema.ts';
import { deletePicture, getAvatarView, updateAvatar, uploadPicture } from './service.server.ts';

test('who chose nothing is a figure from their id, drawn once and whole', async () => {
  const { world, actor } = await startAvatars();
  expect(await addressOf(world, actor)).toBeNull();
  await rerenderAvatar(world.ctx, actor.id);
  const address = await addressOf(world, actor);
  expect(address).toMatch(new RegExp(`^/media/avatars/${actor.id}/[0-9a-f]{32}/face\\.webp$`));
  const view = await getAvatarView(world.ctx, actor);
  expect(view).toMatchObject({
    chosen: GENERATED_HEAD,
    look: drawFirstLook(getAvatarSeed(actor.id)),
    bodyUrl: urlForBody(address ?? ''),
    latestUpload: null,
    approvedUrl: null,
    avatarUrl: address,
    templates: [],
    owned: [],
  });
  expect(urlForAvatar(actor.id, null)).toMatch(/^\/avatars\/of\/2\/[0-9a-f]{8}\.svg$/);
  const face = (await world.ctx.files.get(fileOf(address))) ?? Buffer.alloc(0);
  // Metered data: a list of fifty weighs as much as one photo.
  expect(face.length).toBeLessThan(8 * 1024);
  expect(((await world.ctx.files.get(fileOf(view.bodyUrl))) ?? Buffer.alloc(0)).length).toBeLessThan(32 * 1024);
  // Drawing a player that does not exist must not fail.
  await rerenderAvatar(world.ctx, world.ctx.newId());
});

test('a template is the round picture; the figure stays whole, in the chosen skin', async () => {
  const { world, actor } = await startAvatars();
  await dressPlainly(world, actor);
  await addTemplate(world, 'red-one', RED, { is_premium: true });
  const heard: string[] = [];
  world.ctx.bus.subscribe((message) => message.kind === 'rights' && heard.push(message.playerId));
  await updateAvatar(world.ctx, actor, { template: 'red-one', skin: 'leaf' });
  expect(await addressOf(world, actor)).toBeNull();
  await drain(world);
  const address = await addressOf(world, actor);
  expect(address).toMatch(new RegExp(`^/media/avatars/${actor.id}/[0-9a-f]{32}/face\\.webp$`));
  const figure = urlForBody(address ?? '');
  const [face, whole] = await Promise.all(
    [address, figure].map(async (each) => sharp((await world.ctx.files.get(fileOf(each))) ?? undefined).metadata()),
  );
  expect([face?.format, face?.width, face?.height]).toEqual(['webp', 192, 192]);
  expect([whole?.format, whole?.width, whole?.height, whole?.hasAlpha]).toEqual(['webp', 480, 720, true]);
  for (const [x, y] of [
    [0, 0],
    [96, 96],
    [191, 191],
  ] as const)
    expect(near(await pixel(world, address, x, y), RED)).toBe(true);
  // The forehead and the left hand have the skin's colour; the corner is transparent.
  for (const [x, y] of [
    [220, 200],
    [132, 516],
  ] as const)
    expect(near(await pixel(world, figure, x, y), rgb('#55bf7a'))).toBe(true);
  expect((await pixel(world, figure, 4, 4))[3]).toBe(0);
  await new Promise(setImmediate);
  expect(heard).toEqual([actor.id]);
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({
    chosen: 'red-one',
    look: { ...PLAIN_LOOK, skin: 'leaf' },
    avatarUrl: address,
    bodyUrl: figure,
  });
});

test('drawing twice, or at the same time, gives one drawing', async () => {
  const { world, actor } = await startAvatars();
  await addTemplate(world, 'red-one', RED);
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await drain(world);
  const address = await addressOf(world, actor);
  await Promise.all([rerenderAvatar(world.ctx, actor.id), rerenderAvatar(world.ctx, actor.id), rerenderAvatar(world.ctx, actor.id)]);
  expect(await addressOf(world, actor)).toBe(address);
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
});

test('a lost layer or picture does not take the rest away', async () => {
  const { world, actor } = await startAvatars();
  // A first look drawn from the id may hold something in front of the shirt.
  await dressPlainly(world, actor);
  await addTemplate(world, 'red-one', RED);
  await wear(world, actor, { id: 'green-shirt', category: 'shirts', box: [180, 400, 120, 60], colour: GREEN });
  await wear(world, actor, { id: 'lost-hat', category: 'hats', box: [0, 0, 9, 9], colour: GREEN });
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await world.ctx.files.remove('items/lost-hat/1/layer.webp');
  await world.ctx.files.remove('templates/red-one/shipped-1.webp');
  await drain(world);
  const figure = urlForBody((await addressOf(world, actor)) ?? '');
  expect(near(await pixel(world, figure, 240, 464), GREEN)).toBe(true);
  expect(world.logged.map(({ msg }) => msg)).toEqual(['the picture of an item is not there', 'the picture of an avatar is not there']);
});

test('an approved picture is shown to all; a waiting or refused one to nobody', async () => {
  const { world, actor } = await startAvatars();
  const mod = await world.addPlayer({ username: 'mod', role: 'moderator' });
  const bring = async (colour: Rgb) => {
    expect(
      await uploadPicture(
        world.ctx,
        actor,
        await sharp(await square(colour, 500))
          .png()
          .toBuffer(),
        'image/png',
      ),
    ).toBeNull();
    return (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  };
  const first = await bring(RED);
  await expect(updateAvatar(world.ctx, actor, { template: UPLOADED_HEAD })).rejects.toMatchObject({ code: 'not-available' });
  await rerenderAvatar(world.ctx, actor.id);
  expect(near(await pixel(world, await addressOf(world, actor), 96, 96), RED)).toBe(false);
  await reviewPicture(world.ctx, mod, { picture: first, do: 'approve', note: '' });
  await drain(world);
  const shown = await addressOf(world, actor);
  expect(near(await pixel(world, shown, 96, 96), RED)).toBe(true);
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({ chosen: UPLOADED_HEAD, latestUpload: { state: 'approved' } });

  // A second upload that is refused does not change what is shown.
  const second = await bring(GREEN);
  await reviewPicture(world.ctx, mod, { picture: second, do: 'refuse', note: 'a phone number' });
  await drain(world);
  expect(await addressOf(world, actor)).toBe(shown);
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({
    chosen: UPLOADED_HEAD,
    approvedUrl: `/avatars/pictures/${first}`,
    latestUpload: { state: 'refused', url: null },
  });
  expect(await world.ctx.files.has(`uploads/${actor.id}/${second}.webp`)).toBe(false);

  // A third upload that is approved replaces the first.
  const third = await bring(BLUE);
  await reviewPicture(world.ctx, mod, { picture: third, do: 'approve', note: '' });
  await drain(world);
  expect(near(await pixel(world, await addressOf(world, actor), 96, 96), BLUE)).toBe(true);
  expect(await world.ctx.files.has(`uploads/${actor.id}/${first}.webp`)).toBe(false);
});

test('who chose a template after bringing a picture keeps it, and can choose the picture', async () => {
  const { world, actor } = await startAvatars();
  const mod = await world.addPlayer({ role: 'moderator' });
  await addTemplate(world, 'red-one', RED);
  await uploadPicture(
    world.ctx,
    actor,
    await sharp(await square(BLUE))
      .png()
      .toBuffer(),
    'image/png',
  );
  world.advanceClock(5);
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await reviewPicture(world.ctx, mod, { picture: (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '', do: 'approve', note: '' });
  await drain(world);
  expect(near(await pixel(world, await addressOf(world, actor), 96, 96), RED)).toBe(true);
  await updateAvatar(world.ctx, actor, { template: UPLOADED_HEAD });
  await drain(world);
  expect(near(await pixel(world, await addressOf(world, actor), 96, 96), BLUE)).toBe(true);
});

test('a deleted picture is gone for everybody at once, with what was drawn of it', async () => {
  const { world, actor } = await startAvatars();
  const mod = await world.addPlayer({ role: 'moderator' });
  await uploadPicture(
    world.ctx,
    actor,
    await sharp(await square(RED))
      .png()
      .toBuffer(),
    'image/png',
  );
  const id = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  await reviewPicture(world.ctx, mod, { picture: id, do: 'approve', note: '' });
  await drain(world);
  const shown = await addressOf(world, actor);
  await deletePicture(world.ctx, actor);
  await drain(world);
  for (const file of [fileOf(shown), fileOf(urlForBody(shown ?? '')), `uploads/${actor.id}/${id}.webp`])
    expect([file, await world.ctx.files.has(file)]).toEqual([file, false]);
  // Deleting what was drawn comes before the figure is drawn again.
  await drain(world);
  expect(near(await pixel(world, await addressOf(world, actor), 96, 96), RED)).toBe(false);
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({ chosen: GENERATED_HEAD, latestUpload: null, approvedUrl: null });
});

test('what is not there, or not for them, cannot be chosen', async () => {
  const { world, actor } = await startAvatars();
  await addTemplate(world, 'red-one', RED, { is_premium: true });
  await addTemplate(world, 'off-list', GREEN, { is_listed: false });
  const free = { ...actor, premium: false };
  for (const [who, code] of [
    [free, 'premium-required'],
    [VISITOR, 'sign-in-required'],
  ] as const) {
    await expect(updateAvatar(world.ctx, who, { template: 'red-one' })).rejects.toMatchObject({ code });
    await expect(getAvatarView(world.ctx, who)).rejects.toMatchObject({ code });
  }
  for (const [fields, code] of [
    [{}, 'bad-input'],
    [{ template: '' }, 'bad-input'],
    [{ template: 'Red One' }, 'bad-input'],
    [{ template: 'red-one', skin: 'red' }, 'bad-input'],
    [{ template: 'red-one', skin: '' }, 'bad-input'],
    [{ template: 'nobody' }, 'not-found'],
    [{ template: 'off-list' }, 'not-found'],
    [{ template: UPLOADED_HEAD }, 'not-available'],
  ] as const)
    await expect(updateAvatar(world.ctx, actor, fields as Record<string, string>)).rejects.toMatchObject({ code });
  expect((await getAvatarView(world.ctx, actor)).templates.map(({ id }) => id)).toEqual(['red-one']);
  // Players who wear an unlisted template keep it, and may save it again with another skin.
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await world.ctx.db.updateTable('avatar_templates').set({ is_listed: false }).execute();
  await updateAvatar(world.ctx, actor, { template: 'red-one', skin: 'peach' });
  expect((await getAvatarView(world.ctx, actor)).templates.map(({ id }) => id)).toEqual(['red-one']);
});

test('who is deleted while they are drawn leaves nothing behind', async () => {
  const { world, actor } = await startAvatars();
  await addTemplate(world, 'red-one', RED);
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  const put: string[] = [];
  const files = {
    ...world.ctx.files,
    async put(file: string, bytes: Uint8Array) {
      await world.ctx.files.put(file, bytes);
      put.push(file);
      await world.ctx.db.deleteFrom('players').where('id', '=', actor.id).execute();
    },
  };
  await rerenderAvatar({ ...world.ctx, files }, actor.id);
  expect(put).toHaveLength(2);
  for (const file of put) expect([file, await world.ctx.files.has(file)]).toEqual([file, false]);
  expect(await world.ctx.db.selectFrom('avatars').select('player_id').execute()).toEqual([]);
});

test('looks that change while they are drawn are drawn again, and what was drawn for nothing is gone', async () => {
  const { world, actor } = await startAvatars();
  await addTemplate(world, 'red-one', RED);
  await addTemplate(world, 'blue-one', BLUE);
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  const put: string[] = [];
  const files = {
    ...world.ctx.files,
    async put(file: string, bytes: Uint8Array) {
      await world.ctx.files.put(file, bytes);
      if (put.push(file) === 1) await updateAvatar(world.ctx, actor, { template: 'blue-one' });
    },
  };
  await rerenderAvatar({ ...world.ctx, files }, actor.id);
  const address = await addressOf(world, actor);
  expect(near(await pixel(world, address, 96, 96), BLUE)).toBe(true);
  expect(put).toHaveLength(4);
  expect(await Promise.all(put.map(async (file) => world.ctx.files.has(file)))).toEqual([false, false, true, true]);
});
