import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, root } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../../shared/permissions.ts';
import { rerenderWearersJob } from '../../market/rerender/service.server.ts';
import { rerenderAvatar, rerenderAvatarJob } from '../composition/service.server.ts';
import { avatarJobs } from '../jobs.server.ts';
import { updateAvatar } from '../service.server.ts';
import { seedTemplates } from './service.server.ts';

const seed = path.join(root, 'seed/avatars');
const svg = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120"><path fill="${colour}" d="M0 0h120v120H0z"/></svg>`;

async function start() {
  const world = await createWorld();
  await world.ctx.jobs.prepare(avatarJobs);
  const folder = path.join(world.ctx.config.dataDir, 'seed');
  await fs.mkdir(folder);
  const write = async (colour: string, name = 'One') => {
    await fs.writeFile(path.join(folder, 'one.svg'), svg(colour));
    const list = [{ id: 'one', name, style: 'ours', isPremium: true, position: 1 }];
    await fs.writeFile(path.join(folder, 'templates.json'), JSON.stringify(list));
  };
  const rows = () => world.ctx.db.selectFrom('avatar_templates').selectAll().execute();
  return { world, folder, write, rows };
}

test('our own templates are at least 24, of several styles, and come as pictures of 384 pixels', { timeout: 60_000 }, async () => {
  const { world, rows } = await start();
  await seedTemplates(world.ctx, SYSTEM, seed);
  const all = await rows();
  expect(all.length).toBeGreaterThanOrEqual(24);
  expect(new Set(all.map(({ style }) => style)).size).toBeGreaterThanOrEqual(3);
  expect(new Set(all.map(({ is_premium }) => is_premium))).toEqual(new Set([true, false]));
  expect(new Set(all.map(({ position }) => position)).size).toBe(all.length);
  for (const { picture } of all) {
    const { format, width, height } = await sharp((await world.ctx.files.get(picture)) ?? undefined).metadata();
    expect([picture, format, width, height]).toEqual([picture, 'webp', 384, 384]);
  }
  // A second start changes nothing.
  await seedTemplates(world.ctx, SYSTEM, seed);
  expect(await rows()).toEqual(all);
});

test('templates: files for all, sound and small, without transparent corners', async () => {
  type Template = { id: string; name: string; style: string; isPremium: boolean };
  const templates = JSON.parse(await fs.readFile(path.join(seed, 'templates.json'), 'utf8')) as Template[];
  const files = (await fs.readdir(seed)).filter((file) => file.endsWith('.svg'));
  expect(files.toSorted()).toEqual(templates.map(({ id }) => `${id}.svg`).toSorted());
  expect(templates.length).toBeGreaterThanOrEqual(26);
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
  const share = templates.filter(({ isPremium }) => isPremium).length / templates.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.4);
  for (const { id, style } of templates) {
    expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(style).toMatch(/^[a-z0-9-]{1,30}$/);
    const drawing = await fs.readFile(path.join(seed, `${id}.svg`), 'utf8');
    expect(drawing.length, id).toBeLessThanOrEqual(12 * 1024);
    expect(drawing, id).not.toMatch(/NaN|undefined|<script|<text|<image|<foreignObject|<style|href|\son\w+=|url\((?!#)/);
    const { data, info } = await sharp(Buffer.from(drawing)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([id, info.width, info.height]).toEqual([id, 384, 384]);
    const alphaAt = (x: number, y: number) => data[(y * 384 + x) * 4 + 3];
    expect(
      [alphaAt(0, 0), alphaAt(383, 0), alphaAt(0, 383), alphaAt(383, 383)].every((alpha) => (alpha ?? 0) >= 32),
      id,
    ).toBe(true);
  }
});

test('a drawing that changed is drawn anew, also on those who wear it; what an operator changed stays', async () => {
  const { world, folder, write, rows } = await start();
  const actor: Actor = { ...(await world.addPlayer()), premium: true };
  await write('#ff0000');
  await seedTemplates(world.ctx, SYSTEM, folder);
  await updateAvatar(world.ctx, actor, { template: 'one' });
  await rerenderAvatar(world.ctx, actor.id);
  await world.ctx.jobs.drain(world.ctx, rerenderAvatarJob, 10);
  const addressOf = async () =>
    (await world.ctx.db.selectFrom('players').select('avatar_url').where('id', '=', actor.id).executeTakeFirstOrThrow()).avatar_url;
  const before = await addressOf();
  await world.ctx.db
    .updateTable('avatar_templates')
    .set({ name: 'Operators name it so', is_premium: false, is_listed: false, position: 77 })
    .execute();
  await write('#0000ff', 'Two');
  await seedTemplates(world.ctx, SYSTEM, folder);
  expect(await world.ctx.jobs.drain(world.ctx, rerenderWearersJob, 10)).toBe(1);
  expect(await world.ctx.jobs.drain(world.ctx, rerenderAvatarJob, 10)).toBe(1);
  expect(await addressOf()).not.toBe(before);
  expect(await rows()).toMatchObject([{ name: 'Operators name it so', is_premium: false, is_listed: false, position: 77 }]);
  // A picture that an operator uploaded is never replaced.
  await world.ctx.db.updateTable('avatar_templates').set({ picture: 'templates/one/own-1.webp' }).execute();
  await write('#00ff00');
  await seedTemplates(world.ctx, SYSTEM, folder);
  expect((await rows())[0]?.picture).toBe('templates/one/own-1.webp');
});

test('a file that was lost comes back', async () => {
  const { world, folder, write, rows } = await start();
  await write('#ff0000');
  await seedTemplates(world.ctx, SYSTEM, folder);
  const picture = (await rows())[0]?.picture ?? '';
  await world.ctx.files.remove(picture);
  await seedTemplates(world.ctx, SYSTEM, folder);
  expect(await world.ctx.files.has(picture)).toBe(true);
});

test('nobody else brings templates in, and a list that is none is said so', async () => {
  const { world, folder, write } = await start();
  const operator = await world.addPlayer({ role: 'operator' });
  await expect(seedTemplates(world.ctx, operator, folder)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(seedTemplates(world.ctx, VISITOR, folder)).rejects.toMatchObject({ code: 'sign-in-required' });
  await write('#ff0000');
  await fs.writeFile(path.join(folder, 'templates.json'), '[{"id":"../one"}]');
  await expect(seedTemplates(world.ctx, SYSTEM, folder)).rejects.toThrow('Invalid');
});
