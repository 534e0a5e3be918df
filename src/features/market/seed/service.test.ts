import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test } from 'vitest';
import { createWorld, root } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { CATEGORIES } from '../schema.ts';
import { rerenderWearersJob } from '../rerender/service.server.ts';
import { seedItemsSchema } from './forms.server.ts';
import { seedItems } from './service.server.ts';

const SEED = path.join(root, 'seed/items');
const drawing = (colour: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360"><rect x="60" y="20" width="120" height="40" fill="${colour}"/></svg>`;

async function folderWith(items: object[], drawings: Record<string, string>): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-items-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  await fs.writeFile(path.join(folder, 'items.json'), JSON.stringify(items));
  for (const [id, svg] of Object.entries(drawings)) await fs.writeFile(path.join(folder, `${id}.svg`), svg);
  return folder;
}

const CAP = { id: 'cap', name: 'Cap', category: 'hats', price: 10, position: 1 };
const CROWN = { id: 'crown', name: 'Crown', category: 'hats', price: 80, stock: 5, position: 2 };

test('items come with the first start, as layers of the figure and by themselves, and once', async () => {
  const { ctx } = await createWorld();
  const folder = await folderWith([CAP, CROWN], { cap: drawing('#f00'), crown: drawing('#fc0') });
  await seedItems(ctx, SYSTEM, folder);
  await seedItems(ctx, SYSTEM, folder);
  const rows = await ctx.db.selectFrom('items').selectAll().orderBy('position').execute();
  expect(rows).toMatchObject([
    { id: 'cap', price: 10, stock: null, sold: 0, is_listed: true, is_behind: false, creator: 'Kiddo' },
    { id: 'crown', price: 80, stock: 5 },
  ]);
  const layer = await ctx.files.get(rows[0]?.picture ?? '');
  const thumb = await ctx.files.get(rows[0]?.thumb ?? '');
  expect(await sharp(layer ?? Buffer.of()).metadata()).toMatchObject({ format: 'webp', width: 480, height: 720, hasAlpha: true });
  expect(await sharp(thumb ?? Buffer.of()).metadata()).toMatchObject({ format: 'webp', width: 240, height: 240, hasAlpha: true });
  await expect(seedItems(ctx, VISITOR, folder)).rejects.toMatchObject({ code: 'sign-in-required' });
});

test('what an operator changed stays; a new drawing takes the place of the old one, and who wears it is drawn anew', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const amani = await world.addPlayer();
  await seedItems(ctx, SYSTEM, await folderWith([CAP, CROWN], { cap: drawing('#f00'), crown: drawing('#fc0') }));
  await ctx.db.updateTable('items').set({ price: 99, name: 'Cool Cap', is_listed: false }).where('id', '=', 'cap').execute();
  await ctx.db.updateTable('items').set({ picture: 'items/crown/0123456789abcdef/layer.webp' }).where('id', '=', 'crown').execute();
  await ctx.db
    .insertInto('inventory')
    .values({ player_id: amani.id, item_id: 'cap', category: 'hats', price: 10, is_worn: true })
    .execute();
  const before = await ctx.db.selectFrom('items').selectAll().orderBy('position').execute();
  await seedItems(ctx, SYSTEM, await folderWith([CAP, CROWN], { cap: drawing('#00f'), crown: drawing('#00f') }));
  const [cap, crown] = await ctx.db.selectFrom('items').selectAll().orderBy('position').execute();
  expect(cap).toMatchObject({ price: 99, name: 'Cool Cap', is_listed: false });
  expect(cap?.picture).not.toBe(before[0]?.picture);
  expect(await ctx.files.has(cap?.picture ?? '')).toBe(true);
  expect(crown).toEqual(before[1]);
  const jobs: string[] = [];
  expect(await ctx.jobs.drain(ctx, rerenderWearersJob, 10)).toBe(1);
  const job = { name: 'avatars.rerender', retry: { limit: 8, seconds: 2, secondsMax: 300 } };
  await ctx.jobs.drain(ctx, { ...job, run: async (_: unknown, data: { playerId: string }) => jobs.push(data.playerId) }, 10);
  expect(jobs).toEqual([amani.id]);
});

test('a picture that was lost is drawn again; a drawing that is none stops the start', async () => {
  const { ctx } = await createWorld();
  const folder = await folderWith([CAP], { cap: drawing('#f00') });
  await seedItems(ctx, SYSTEM, folder);
  const { picture } = await ctx.db.selectFrom('items').select('picture').executeTakeFirstOrThrow();
  await ctx.files.remove(picture);
  await seedItems(ctx, SYSTEM, folder);
  expect(await ctx.files.has(picture)).toBe(true);
  const empty = await folderWith([CROWN], { crown: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 360"/>' });
  await expect(seedItems(ctx, SYSTEM, empty)).rejects.toThrow('crown is no layer: empty');
});

test('what comes with the site: forty items and more, of every category, some limited, each with its drawing', async () => {
  const items = seedItemsSchema.parse(JSON.parse(await fs.readFile(path.join(SEED, 'items.json'), 'utf8')));
  expect(items.length).toBeGreaterThanOrEqual(40);
  expect(new Set(items.map(({ category }) => category))).toEqual(new Set(CATEGORIES));
  expect(items.some(({ stock }) => stock !== null)).toBe(true);
  expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
  for (const { id } of items) {
    const svg = await fs.readFile(path.join(SEED, `${id}.svg`), 'utf8');
    expect(svg, id).toMatch(/viewBox="0 0 240 360"/);
    expect(svg, id).not.toMatch(/<script|<image|href="http|<foreignObject/i);
  }
});
