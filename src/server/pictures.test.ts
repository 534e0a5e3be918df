import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld } from '../../tests/world.ts';
import type { AppContext } from '../context.server.ts';
import { rerenderAvatar } from '../features/avatars/composition/service.server.ts';
import { importGames } from '../features/games/import/service.server.ts';
import { SYSTEM } from '../shared/permissions.ts';
import { AppError } from '../shared/app-error.ts';
import { pictureRoutes } from './pictures.ts';
import { urlForAvatar } from '../shared/avatar-url.ts';

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#fff' } })
  .webp()
  .toBuffer();

async function start() {
  const world = await createWorld();
  const app = pictureRoutes(world.ctx);
  const get = async (address: string) => {
    const answer = await app.request(address);
    const { status, headers } = answer;
    return {
      status,
      type: headers.get('content-type'),
      cache: headers.get('cache-control'),
      policy: headers.get('content-security-policy'),
      body: await answer.text(),
    };
  };
  return { world, get };
}

test('drawings are for everybody, for an hour; what a player brought is never served as a file', async () => {
  const { world, get } = await start();
  const { ctx } = world;
  const drawing = `avatars/${ctx.newId()}/${'0a'.repeat(16)}`;
  for (const file of [
    `${drawing}/face.webp`,
    `${drawing}/figure.webp`,
    `${drawing}/own.webp`,
    `uploads/${ctx.newId()}/${ctx.newId()}.webp`,
    'secret.webp',
    'templates/a/1.webp',
    'items/a/1/layer.webp',
    'items/a/1/layer.html',
  ])
    await ctx.files.put(file, picture);
  for (const name of ['face', 'figure'])
    expect(await get(`/media/${drawing}/${name}.webp`)).toMatchObject({ status: 200, type: 'image/webp', cache: 'public, max-age=3600' });
  expect((await get(`/media/${drawing}/face.webp`)).policy).toContain('sandbox');
  for (const file of ['templates/a/1.webp', 'items/a/1/layer.webp'])
    expect(await get(`/media/${file}`)).toMatchObject({ status: 200, cache: expect.stringContaining('immutable') });
  const upload = `uploads/${ctx.newId()}/${ctx.newId()}.webp`;
  await ctx.files.put(upload, picture);
  for (const file of [
    upload,
    `${drawing}/own.webp`,
    'secret.webp',
    'items/a/1/layer.html',
    `avatars/${ctx.newId()}/${'0b'.repeat(16)}/face.webp`,
    'templates/../secret.webp',
    'templates/%2e%2e/secret.webp',
    `templates/${'a'.repeat(270)}.webp`,
    '',
  ])
    expect([file, (await get(`/media/${file}`)).status]).toEqual([file, 404]);
});

test('who saves data gets a small form of a heavy cover, for themselves; drawings and light ones are as they are', async () => {
  const { world } = await start();
  // Many edges make the file large, and few colours make it quick to create.
  const spots = Array.from({ length: 400 }, (_, i) => `<circle cx="${(i * 97) % 800}" cy="${(i * 61) % 600}" r="9" fill="#d8341c"/>`);
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">${spots.join('')}</svg>`;
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-cover-'));
  const game = path.join(folder, 'heavy');
  await fs.mkdir(game);
  const heavy = await sharp(Buffer.from(drawing)).flatten({ background: '#fff' }).jpeg({ quality: 95 }).toBuffer();
  const row = {
    Id: 'heavy',
    Title: 'Heavy',
    Description: 'A game',
    GameURL: 'index.html',
    Assets: ['cover.jpg', 'small.webp', 'drawn.svg'],
  };
  const files = {
    'cover.jpg': heavy,
    'small.webp': picture,
    'drawn.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'index.html': '<p>',
  };
  for (const [name, content] of Object.entries({ ...files, 'game.json': JSON.stringify(row) }))
    await fs.writeFile(path.join(game, name), content);
  expect(await importGames(world.ctx, SYSTEM, game)).toMatchObject({ added: 1, rejected: [] });
  expect(await importGames(world.ctx, SYSTEM, game)).toMatchObject({ unchanged: 1 });
  await fs.rm(folder, { recursive: true });

  const { assets } = await world.ctx.db.selectFrom('games').select('assets').where('id', '=', 'heavy').executeTakeFirstOrThrow();
  const get = async (name: string, headers: Record<string, string>) => {
    const answer = await pictureRoutes(world.ctx).request(`/media/${assets.find((asset) => asset.endsWith(name))}`, { headers });
    const body = Buffer.from(await answer.arrayBuffer());
    return { body, type: answer.headers.get('content-type'), cache: answer.headers.get('cache-control') };
  };
  expect(await get('cover.jpg', {})).toMatchObject({ body: heavy, type: 'image/jpeg', cache: expect.stringContaining('immutable') });
  const light = await get('cover.jpg', { 'save-data': 'on' });
  expect([light.type, light.cache, (await sharp(light.body).metadata()).width]).toEqual(['image/webp', 'private, max-age=86400', 320]);
  expect(light.body.length).toBeLessThan(heavy.length);
  expect((await get('cover.jpg', { cookie: 'kiddo_saver=on' })).body).toEqual(light.body);
  expect((await get('cover.jpg', { 'save-data': 'on', cookie: 'kiddo_saver=off' })).body).toEqual(heavy);
  expect((await get('small.webp', { 'save-data': 'on' })).body).toEqual(picture);
  expect((await get('drawn.svg', { 'save-data': 'on' })).type).toBe('image/svg+xml');
});

test('the picture from an id is a drawing of our own, kept for a year', async () => {
  const { world, get } = await start();
  const address = urlForAvatar(world.ctx.newId(), null);
  const answer = await get(address);
  expect(answer).toMatchObject({ status: 200, type: 'image/svg+xml', cache: expect.stringContaining('max-age=31536000') });
  expect([answer.body.startsWith('<svg'), (await get(address)).body === answer.body]).toEqual([true, true]);
  expect((await get('/avatars/of/00000000.svg')).body).not.toBe((await get('/avatars/of/00000001.svg')).body);
  for (const name of ['figure', 'figure-000000000000.svg', '../figure.svg', 'items-street-cap.svg'])
    expect([name, (await get(`/avatars/parts/${name}`)).status]).toEqual([name, 404]);
  for (const name of ['0000000.svg', '000000000.svg', '0000000g.svg', '00000000.png', '00000000', '', '<script>.svg', 'ABCDEF01.svg'])
    expect([name, (await get(`/avatars/of/${name}`)).status]).toEqual([name, 404]);
});

test('pictures of players are drawn when their look changes, and never when a list of them is read', async () => {
  const { world } = await start();
  const counts = { drawn: 0, composed: 0 };
  const ctx: AppContext = {
    ...world.ctx,
    // Every drawing begins with the library of parts.
    cached: (key, ttl, load) => {
      if (key === 'avatar-parts') counts.drawn++;
      return world.ctx.cached(key, ttl, load);
    },
    pictures: {
      ...world.ctx.pictures,
      compose: (...args) => {
        counts.composed++;
        return world.ctx.pictures.compose(...args);
      },
    },
  };
  const players = await Promise.all(Array.from({ length: 10 }, async () => world.addPlayer()));
  for (const { id } of players) await rerenderAvatar(ctx, id);
  expect(counts).toEqual({ drawn: 10, composed: 20 });
  const rows = await world.ctx.db.selectFrom('players').select(['id', 'avatar_url']).execute();
  const heads = rows.map(({ id, avatar_url }) => urlForAvatar(id, avatar_url));
  const app = pictureRoutes(ctx);
  // Five readers of the list, who all fetch every head.
  for (const head of Array.from({ length: 5 }, () => heads).flat()) {
    const answer = await app.request(head);
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
      200,
      'image/webp',
      'public, max-age=3600',
    ]);
  }
  // Nobody is drawn again who looks as before.
  for (const { id } of players) await rerenderAvatar(ctx, id);
  expect(counts).toEqual({ drawn: 10, composed: 20 });
});

test('while the store is away a picture is not there for a moment, and nobody keeps that; nor that one is not there yet', async () => {
  const { world } = await start();
  const away = async () => Promise.reject(new AppError('unavailable', 'files are away'));
  const app = pictureRoutes({ ...world.ctx, files: { ...world.ctx.files, get: away } });
  const drawing = `/media/avatars/${world.ctx.newId()}/${'0a'.repeat(16)}/face.webp`;
  const answer = await app.request(drawing);
  expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('retry-after')]).toEqual([503, 'no-store', '5']);
  const missing = await pictureRoutes(world.ctx).request(drawing);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
});
