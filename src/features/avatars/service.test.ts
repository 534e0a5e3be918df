import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { deleteFilesJob, deleteOldRenderJob, rerenderAvatar, rerenderAvatarJob } from './composition/service.server.ts';
import { getSeedSkin } from './generated-head.rules.ts';
import { SKINS } from './body.rules.ts';
import { avatarJobs } from './jobs.server.ts';
import type { Category } from '../market/schema.ts';
import { reviewPicture } from './review/service.server.ts';
import { GENERATED_HEAD, urlForBody, UPLOADED_HEAD } from './schema.ts';
import { updateAvatar, deletePicture, uploadPicture, getAvatarView } from './service.server.ts';
import { urlForAvatar, getAvatarSeed } from '../../shared/avatar-url.ts';

type Player = Extract<Actor, { kind: 'player' }>;
const RED = { r: 255, g: 0, b: 0 };
const GREEN = { r: 0, g: 255, b: 0 };
const BLUE = { r: 0, g: 0, b: 255 };
type Rgb = typeof RED;

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor: Player = { ...(await world.addPlayer()), premium: true };
  return { world, actor };
}

const square = async (background: Rgb, size = 384) =>
  sharp({ create: { width: size, height: size, channels: 3, background } })
    .webp({ lossless: true })
    .toBuffer();

async function addTemplate(
  world: World,
  id: string,
  colour: Rgb,
  more: { is_premium?: boolean; is_listed?: boolean; style?: string } = {},
) {
  const picture = `templates/${id}/shipped-1.webp`;
  await world.ctx.files.put(picture, await square(colour));
  await world.ctx.db
    .insertInto('avatar_templates')
    .values({ id, name: id, style: 'ours', picture, position: id.length, ...more })
    .execute();
}

/** Gives a player an item to wear: a layer with one box of a single colour. */
async function wear(
  world: World,
  actor: Player,
  item: { id: string; category: Category; box: [number, number, number, number]; colour: Rgb; behind?: boolean },
) {
  const [left, top, width, height] = item.box;
  const box = await sharp({ create: { width, height, channels: 3, background: item.colour } })
    .png()
    .toBuffer();
  const picture = `items/${item.id}/1/layer.webp`;
  const layer = sharp({ create: { width: 480, height: 640, channels: 4, background: '#00000000' } }).composite([{ input: box, left, top }]);
  await world.ctx.files.put(picture, await layer.webp({ lossless: true }).toBuffer());
  const { id, category } = item;
  const values = { id, name: id, category, price: 1, picture, thumb: picture, position: 1, is_behind: item.behind ?? false };
  await world.ctx.db.insertInto('items').values(values).execute();
  await world.ctx.db.insertInto('inventory').values({ player_id: actor.id, item_id: id, category, price: 1, is_worn: true }).execute();
}

const drain = async (world: World) => {
  while ((await world.ctx.jobs.drain(world.ctx, rerenderAvatarJob, 20)) > 0);
  while ((await world.ctx.jobs.drain(world.ctx, deleteFilesJob, 20)) > 0);
};
const addressOf = async (world: World, actor: Player) =>
  (await world.ctx.db.selectFrom('players').select('avatar_url').where('id', '=', actor.id).executeTakeFirstOrThrow()).avatar_url;
const fileOf = (address: string | null) => (address ?? '').replace('/media/', '');

async function pixel(world: World, address: string | null, x: number, y: number): Promise<number[]> {
  const bytes = await world.ctx.files.get(fileOf(address));
  return [
    ...(await sharp(bytes ?? Buffer.alloc(0))
      .ensureAlpha()
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer()),
  ];
}
const near = (is: number[], { r, g, b }: Rgb) => [r, g, b].every((value, at) => Math.abs((is[at] ?? -99) - value) < 40) && is[3] === 255;

test('who chose nothing is shown by the picture from their id, and nothing is drawn', async () => {
  const { world, actor } = await start();
  await rerenderAvatar(world.ctx, actor.id);
  expect(await addressOf(world, actor)).toBeNull();
  const view = await getAvatarView(world.ctx, actor);
  expect(view).toMatchObject({
    chosen: GENERATED_HEAD,
    bodyUrl: null,
    latestUpload: null,
    approvedUrl: null,
    avatarUrl: urlForAvatar(actor.id, null),
    templates: [],
  });
  expect(view.avatarUrl).toMatch(/^\/avatars\/of\/[0-9a-f]{8}\.svg$/);
  // Drawing a player that does not exist must not fail.
  await rerenderAvatar(world.ctx, world.ctx.newId());
});

test('a template shows in small and whole, on a body of the chosen skin', async () => {
  const { world, actor } = await start();
  await addTemplate(world, 'red-one', RED, { is_premium: true });
  const heard: string[] = [];
  world.ctx.bus.subscribe((message) => message.kind === 'rights' && heard.push(message.playerId));
  const skin = SKINS.at(-1)?.hex ?? '';
  await updateAvatar(world.ctx, actor, { template: 'red-one', skin });
  expect(await addressOf(world, actor)).toBeNull();
  await drain(world);
  const address = await addressOf(world, actor);
  expect(address).toMatch(new RegExp(`^/media/avatars/${actor.id}/[0-9a-f]{32}/face\\.webp$`));
  const figure = urlForBody(address ?? '');
  const [face, whole] = await Promise.all(
    [address, figure].map(async (each) => sharp((await world.ctx.files.get(fileOf(each))) ?? undefined).metadata()),
  );
  expect([face?.format, face?.width, face?.height]).toEqual(['webp', 192, 192]);
  expect([whole?.format, whole?.width, whole?.height, whole?.hasAlpha]).toEqual(['webp', 480, 640, true]);
  for (const [x, y] of [
    [0, 0],
    [96, 96],
    [191, 191],
  ] as const)
    expect(near(await pixel(world, address, x, y), RED)).toBe(true);
  expect(near(await pixel(world, figure, 240, 208), RED)).toBe(true);
  // The rim of the disc is white, the area beside it is transparent, and a hand has the skin's colour.
  expect(near(await pixel(world, figure, 240, 208 - 140), { r: 255, g: 255, b: 255 })).toBe(true);
  expect((await pixel(world, figure, 4, 4))[3]).toBe(0);
  const hand = {
    r: Number.parseInt(skin.slice(1, 3), 16),
    g: Number.parseInt(skin.slice(3, 5), 16),
    b: Number.parseInt(skin.slice(5, 7), 16),
  };
  expect(near(await pixel(world, figure, 125, 474), hand)).toBe(true);
  await new Promise(setImmediate);
  expect(heard).toEqual([actor.id]);
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({ chosen: 'red-one', skin, avatarUrl: address, bodyUrl: figure });
});

test('drawing twice, or at the same time, gives one drawing', async () => {
  const { world, actor } = await start();
  await addTemplate(world, 'red-one', RED);
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await drain(world);
  const address = await addressOf(world, actor);
  await Promise.all([rerenderAvatar(world.ctx, actor.id), rerenderAvatar(world.ctx, actor.id), rerenderAvatar(world.ctx, actor.id)]);
  expect(await addressOf(world, actor)).toBe(address);
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
});

test('what is worn lies in layers, also in small', async () => {
  const { world, actor } = await start();
  await addTemplate(world, 'blue-one', BLUE);
  await updateAvatar(world.ctx, actor, { template: 'blue-one' });
  await wear(world, actor, { id: 'red-hat', category: 'hats', box: [200, 60, 80, 60], colour: RED });
  await wear(world, actor, { id: 'green-face', category: 'faces', box: [200, 100, 80, 60], colour: GREEN });
  await wear(world, actor, { id: 'green-wings', category: 'accessories', box: [0, 150, 480, 40], colour: GREEN, behind: true });
  await wear(world, actor, { id: 'red-shirt', category: 'shirts', box: [180, 400, 120, 60], colour: RED });
  await drain(world);
  const address = await addressOf(world, actor);
  const figure = urlForBody(address ?? '');
  // The hat is above the face item, the face item above the head, the shirt above the body, the wings behind everything.
  expect(near(await pixel(world, figure, 240, 110), RED)).toBe(true);
  expect(near(await pixel(world, figure, 240, 140), GREEN)).toBe(true);
  expect(near(await pixel(world, figure, 240, 250), BLUE)).toBe(true);
  expect(near(await pixel(world, figure, 240, 170), BLUE)).toBe(true);
  expect(near(await pixel(world, figure, 20, 170), GREEN)).toBe(true);
  expect(near(await pixel(world, figure, 240, 430), RED)).toBe(true);
  // In the small picture: offset by 72 and 24, scaled by 192 / 336.
  const small = (x: number, y: number) => [Math.round(((x - 72) * 192) / 336), Math.round(((y - 24) * 192) / 336)] as const;
  expect(near(await pixel(world, address, ...small(240, 110)), RED)).toBe(true);
  expect(near(await pixel(world, address, ...small(240, 145)), GREEN)).toBe(true);
  expect(near(await pixel(world, address, 2, 2), BLUE)).toBe(true);
});

test('taken off again it is the picture from the id; the former drawing stays a day', async () => {
  const { world, actor } = await start();
  await wear(world, actor, { id: 'red-hat', category: 'hats', box: [200, 60, 80, 60], colour: RED });
  await rerenderAvatar(world.ctx, actor.id);
  const address = await addressOf(world, actor);
  expect(near(await pixel(world, urlForBody(address ?? ''), 240, 90), RED)).toBe(true);
  await world.ctx.db.updateTable('inventory').set({ is_worn: false }).execute();
  await rerenderAvatar(world.ctx, actor.id);
  expect(await addressOf(world, actor)).toBeNull();
  // Not due yet: pages that were opened before still show it.
  expect(await world.ctx.jobs.drain(world.ctx, deleteOldRenderJob, 10)).toBe(0);
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
  const drawing = fileOf(address).split('/')[2] ?? '';
  await deleteOldRenderJob.run(world.ctx, { playerId: actor.id, drawing });
  expect(await world.ctx.files.has(fileOf(address))).toBe(false);
  // If the item is put on again within the day, the drawing is the same and is not deleted.
  await world.ctx.db.updateTable('inventory').set({ is_worn: true }).execute();
  await rerenderAvatar(world.ctx, actor.id);
  expect(await addressOf(world, actor)).toBe(address);
  await deleteOldRenderJob.run(world.ctx, { playerId: actor.id, drawing });
  expect(await world.ctx.files.has(fileOf(address))).toBe(true);
});

test('a lost layer or picture does not take the rest away', async () => {
  const { world, actor } = await start();
  await addTemplate(world, 'red-one', RED);
  await wear(world, actor, { id: 'green-shirt', category: 'shirts', box: [180, 400, 120, 60], colour: GREEN });
  await wear(world, actor, { id: 'lost-hat', category: 'hats', box: [0, 0, 9, 9], colour: GREEN });
  await updateAvatar(world.ctx, actor, { template: 'red-one' });
  await world.ctx.files.remove('items/lost-hat/1/layer.webp');
  await world.ctx.files.remove('templates/red-one/shipped-1.webp');
  await drain(world);
  const figure = urlForBody((await addressOf(world, actor)) ?? '');
  expect(near(await pixel(world, figure, 240, 430), GREEN)).toBe(true);
  expect(world.logged.map(({ msg }) => msg)).toEqual(['the picture of a head is not there', 'the layer of an item is not there']);
});

test('an approved picture is shown to all; a waiting or refused one to nobody', async () => {
  const { world, actor } = await start();
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
  expect(await addressOf(world, actor)).toBeNull();
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
  const { world, actor } = await start();
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
  const { world, actor } = await start();
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
  expect(await addressOf(world, actor)).toBeNull();
  expect(await getAvatarView(world.ctx, actor)).toMatchObject({ chosen: GENERATED_HEAD, latestUpload: null, approvedUrl: null });
});

test('what is not there, or not for them, cannot be chosen', async () => {
  const { world, actor } = await start();
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
  await updateAvatar(world.ctx, actor, { template: 'red-one', skin: getSeedSkin(getAvatarSeed(actor.id)) });
  expect((await getAvatarView(world.ctx, actor)).templates.map(({ id }) => id)).toEqual(['red-one']);
});

test('who is deleted while they are drawn leaves nothing behind', async () => {
  const { world, actor } = await start();
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
  const { world, actor } = await start();
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
