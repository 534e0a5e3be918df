import { deflateSync, crc32 } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { VISITOR, type Actor } from '../../shared/permissions.ts';
import { deleteFilesJob } from './composition/service.server.ts';
import { avatarJobs } from './jobs.server.ts';
import { deletePicture, getPictureFile, uploadPicture, getAvatarView } from './service.server.ts';

type Player = Extract<Actor, { kind: 'player' }>;
const plain = (width = 600, height = 400, background = '#e23b24') => sharp({ create: { width, height, channels: 3, background } });

async function withPremium(world: World): Promise<Player> {
  return { ...(await world.addPlayer()), premium: true };
}

/** The waiting picture, as its owner downloads it. */
async function storedPicture(world: World, actor: Actor): Promise<Buffer> {
  const { latestUpload: picture } = await getAvatarView(world.ctx, actor);
  expect(picture?.state).toBe('waiting');
  return getPictureFile(world.ctx, actor, picture?.id ?? '');
}

/** A PNG with one bit per pixel, as small as possible. */
function bomb(width: number, height: number, more: { bits?: number; colour?: number; isInterlaced?: boolean } = {}): Buffer {
  const chunk = (name: string, body: Buffer) => {
    const named = Buffer.concat([Buffer.from(name), body]);
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    check.writeUInt32BE(crc32(named));
    return Buffer.concat([length, named, check]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head[8] = more.bits ?? 1;
  head[9] = more.colour ?? 0;
  head[12] = more.isInterlaced ? 1 : 0;
  const pixels = deflateSync(Buffer.alloc(height * (Math.ceil(width / 8) + 1)), { level: 9 });
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([start, chunk('IHDR', head), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))]);
}

test.each(['jpeg', 'png', 'gif'] as const)('a %s becomes a square WebP of 384 pixels', async (kind) => {
  const world = await createWorld();
  const actor = await withPremium(world);
  expect(await uploadPicture(world.ctx, actor, await plain()[kind]().toBuffer(), `image/${kind}`)).toBeNull();
  const picture = await sharp(await storedPicture(world, actor)).metadata();
  expect([picture.format, picture.width, picture.height, picture.pages]).toEqual(['webp', 384, 384, undefined]);
});

test('where it was taken, and by what, is gone; it stands upright', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  // The pixels are stored on their side: the left half is red. After the EXIF rotation, the upper half is.
  const left = await plain(200, 400).png().toBuffer();
  const photo = await plain(400, 400, '#0e7c86')
    .composite([{ input: left, left: 0, top: 0 }])
    .withExif({ IFD0: { Make: 'Mama-Phone', Copyright: 'Amina Otieno' }, IFD3: { GPSLatitudeRef: 'S', GPSLatitude: '1/1 17/1 30/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 95 })
    .toBuffer();
  const before = await sharp(photo).metadata();
  expect([before.orientation, before.exif?.includes('Mama-Phone')]).toEqual([6, true]);
  expect(await uploadPicture(world.ctx, actor, photo, 'image/jpeg')).toBeNull();
  const bytes = await storedPicture(world, actor);
  const after = await sharp(bytes).metadata();
  expect([after.exif, after.xmp, after.iptc, after.icc, after.orientation]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  for (const word of ['Mama-Phone', 'Otieno', 'Exif', 'GPS']) expect(bytes.includes(word)).toBe(false);
  const colourAt = async (left_: number, top: number) => [
    ...(await sharp(bytes).extract({ left: left_, top, width: 1, height: 1 }).raw().toBuffer()),
  ];
  for (const x of [40, 340]) {
    expect((await colourAt(x, 40))[0]).toBeGreaterThan(180);
    expect((await colourAt(x, 340))[0]).toBeLessThan(80);
  }
});

test('of a moving GIF the first picture is taken', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  const frames = await Promise.all(['#00ff00', '#ff0000', '#0000ff'].map((colour) => plain(100, 100, colour).png().toBuffer()));
  const moving = await sharp(frames, { join: { animated: true } })
    .gif({ delay: [100, 100, 100] })
    .toBuffer();
  expect((await sharp(moving, { animated: true }).metadata()).pages).toBe(3);
  expect(await uploadPicture(world.ctx, actor, moving, 'image/gif')).toBeNull();
  const bytes = await storedPicture(world, actor);
  expect((await sharp(bytes, { animated: true }).metadata()).pages).toBeUndefined();
  const [red = 255, green = 0] = await sharp(bytes).resize(1, 1).raw().toBuffer();
  expect([red < 60, green > 200]).toEqual([true, true]);
});

test('a picture that is also a script comes out as a picture alone', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  const gif = await plain(100, 100).gif().toBuffer();
  const script = Buffer.from('*/=1;alert(document.cookie)/*');
  // Inside a GIF comment the script is harmless: the file is still a valid picture.
  const comment = Buffer.concat([Buffer.from([0x21, 0xfe, script.length]), script, Buffer.from([0])]);
  const both = Buffer.concat([gif.subarray(0, gif.length - 1), comment, gif.subarray(-1)]);
  expect(await uploadPicture(world.ctx, actor, both, 'image/gif')).toBeNull();
  expect((await storedPicture(world, actor)).includes('alert')).toBe(false);
  expect(await uploadPicture(world.ctx, actor, Buffer.concat([gif, script]), 'image/gif')).toBe('broken');
});

test('what cannot be read is refused, and nothing of it stays', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  const noise = await sharp({
    create: { width: 300, height: 300, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } },
  })
    .jpeg()
    .toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>');
  const end = Buffer.from([0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);
  const huge = bomb(20_000, 20_000);
  expect(huge.length).toBeLessThan(200_000);
  for (const [bytes, type, fault] of [
    [noise.subarray(0, noise.length / 2), 'image/jpeg', 'broken'],
    [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'image/jpeg', 'broken'],
    [Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), end]), 'image/png', 'broken'],
    [svg, 'image/png', 'not-this-kind'],
    [huge, 'image/png', 'too-many-pixels'],
    [bomb(60_000, 600), 'image/png', 'too-many-pixels'],
  ] as const)
    expect(await uploadPicture(world.ctx, actor, bytes, type)).toBe(fault);
  expect((await getAvatarView(world.ctx, actor)).latestUpload).toBeNull();
  expect(await world.ctx.db.selectFrom('avatar_uploads').select('id').execute()).toEqual([]);
});

test('ten a day, and then tomorrow', async () => {
  const world = await createWorld();
  const [actor, other] = [await withPremium(world), await withPremium(world)];
  const bytes = await plain(20, 20).png().toBuffer();
  for (let n = 0; n < 10; n++) expect(await uploadPicture(world.ctx, actor, bytes, 'image/png')).toBeNull();
  await expect(uploadPicture(world.ctx, actor, bytes, 'image/png')).rejects.toMatchObject({ code: 'too-many-requests' });
  expect(await uploadPicture(world.ctx, other, bytes, 'image/png')).toBeNull();
  world.advanceClock(86_401);
  expect(await uploadPicture(world.ctx, actor, bytes, 'image/png')).toBeNull();
});

test('only one waits: the newer one makes the older one go, with its file', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  await uploadPicture(world.ctx, actor, await plain(20, 20, '#ff0000').png().toBuffer(), 'image/png');
  const first = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  await uploadPicture(world.ctx, actor, await plain(20, 20, '#0000ff').png().toBuffer(), 'image/png');
  const second = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  expect(second > first).toBe(true);
  await expect(getPictureFile(world.ctx, actor, first)).rejects.toMatchObject({ code: 'not-found' });
  await world.ctx.jobs.drain(world.ctx, deleteFilesJob, 10);
  expect(await world.ctx.files.has(`uploads/${actor.id}/${first}.webp`)).toBe(false);
  expect(await world.ctx.files.has(`uploads/${actor.id}/${second}.webp`)).toBe(true);
});

test('several at once leave one that waits', async () => {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const actor = await withPremium(world);
  const bytes = await plain(20, 20).png().toBuffer();
  await Promise.all(Array.from({ length: 5 }, async () => uploadPicture(world.ctx, actor, bytes, 'image/png')));
  const rows = await world.ctx.db.selectFrom('avatar_uploads').select(['state']).execute();
  expect(rows.filter(({ state }) => state === 'waiting')).toHaveLength(1);
  expect(rows).toHaveLength(5);
});

test('an interlaced picture that would be open as a whole is refused before it is opened', async () => {
  const { ctx } = await createWorld();
  const open = async (more: { bits: number; isInterlaced: boolean }) =>
    ctx.pictures.normalizeUpload(bomb(5000, 5000, { colour: 6, ...more }), 384).catch((error: unknown) => (error as { code: string }).code);
  expect(await open({ bits: 16, isInterlaced: true })).toBe('too-large');
  // The pixel data does not match the header: the picture is decoded, and found to be broken.
  for (const more of [
    { bits: 8, isInterlaced: true },
    { bits: 16, isInterlaced: false },
  ])
    expect(await open(more)).toBe('bad-input');
});

test('more at once than we can bear are told to wait', async () => {
  const world = await createWorld();
  const bytes = await plain(3000, 2000).jpeg().toBuffer();
  const all = await Promise.allSettled(Array.from({ length: 40 }, async () => world.ctx.pictures.normalizeUpload(bytes, 384)));
  const refused = all.filter((each) => each.status === 'rejected').map((each) => (each.reason as { code: string }).code);
  expect(new Set(refused)).toEqual(new Set(['unavailable']));
  expect(all.length - refused.length).toBe(14);
  // Afterwards there is capacity again.
  expect((await world.ctx.pictures.normalizeUpload(bytes, 384)).length).toBeGreaterThan(100);
});

test('who may not, and who may see it', async () => {
  const world = await createWorld();
  const actor = await withPremium(world);
  const [free, mod] = [await world.addPlayer(), await world.addPlayer({ role: 'moderator' })];
  const bytes = await plain(20, 20).png().toBuffer();
  await expect(uploadPicture(world.ctx, VISITOR, bytes, 'image/png')).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(uploadPicture(world.ctx, free, bytes, 'image/png')).rejects.toMatchObject({ code: 'premium-required' });
  await uploadPicture(world.ctx, actor, bytes, 'image/png');
  const id = (await getAvatarView(world.ctx, actor)).latestUpload?.id ?? '';
  expect((await getPictureFile(world.ctx, mod, id)).length).toBeGreaterThan(50);
  await expect(getPictureFile(world.ctx, free, id)).rejects.toMatchObject({ code: 'not-found' });
  await expect(getPictureFile(world.ctx, VISITOR, id)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(getPictureFile(world.ctx, actor, 'x')).rejects.toMatchObject({ code: 'not-found' });
  // Deleting the picture does not require premium.
  await deletePicture(world.ctx, { ...actor, premium: false });
  await expect(getPictureFile(world.ctx, actor, id)).rejects.toMatchObject({ code: 'not-found' });
  await world.ctx.jobs.drain(world.ctx, deleteFilesJob, 10);
  expect(await world.ctx.files.has(`uploads/${actor.id}/${id}.webp`)).toBe(false);
  await expect(deletePicture(world.ctx, actor)).rejects.toMatchObject({ code: 'not-available' });
  await expect(deletePicture(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
});
