import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { CANVAS, drawBody, FACE, HEAD, SKINS } from './body.rules.ts';

const seed = path.resolve(import.meta.dirname, '../../../seed');
const read = (file: string) => fs.readFileSync(path.join(seed, file), 'utf8');
type Item = {
  id: string;
  name: string;
  category: string;
  creator: string;
  price: number;
  stock: number | null;
  isBehind: boolean;
  position: number;
};
type Template = { id: string; name: string; style: string; isPremium: boolean; position: number };
const items = JSON.parse(read('items/items.json')) as Item[];
const templates = JSON.parse(read('avatars/templates.json')) as Template[];

/** The bounding box of a picture's visible pixels, and the size of the picture, both in pixels (twice the canvas units). */
async function paintedBox(
  svg: string,
): Promise<{ left: number; top: number; right: number; bottom: number; width: number; height: number }> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: -1, bottom: -1, width: info.width, height: info.height };
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] as number) < 32) continue;
    const pixel = (at - 3) / 4;
    const x = pixel % info.width;
    const y = Math.floor(pixel / info.width);
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

function expectSafe(svg: string, id: string): void {
  expect(svg.length, id).toBeLessThanOrEqual(12 * 1024);
  expect(svg, id).not.toMatch(/NaN|undefined|<script|<text|<image|<foreignObject|<style|href|\son\w+=|url\((?!#)/);
}

test('skins have names and colours of their own', () => {
  expect(new Set(SKINS.map(({ name }) => name)).size).toBe(SKINS.length);
  expect(new Set(SKINS.map(({ hex }) => hex)).size).toBe(SKINS.length);
  for (const { name, hex } of SKINS) expect(`${name} ${hex}`).toMatch(/^[A-Z][a-z]+ #[0-9a-f]{6}$/);
});

test('the body is drawn in every skin, on its canvas, below the head', async () => {
  for (const { hex } of SKINS) {
    const svg = drawBody(hex);
    expect(svg.split(`fill="${hex}"`).length).toBeGreaterThan(4);
    expectSafe(svg, hex);
  }
  const box = await paintedBox(drawBody('#7a4528'));
  expect(box).toMatchObject({ width: CANVAS.width * 2, height: CANVAS.height * 2 });
  expect(box.top / 2).toBeGreaterThan(HEAD.y);
  expect(box.top / 2).toBeLessThan(HEAD.y + HEAD.radius);
  expect(box.bottom / 2).toBeGreaterThan(308);
});

test('the head lies in the square that small circles show', () => {
  const centre = { x: FACE.x + FACE.size / 2, y: FACE.y + FACE.size / 2 };
  expect(Math.hypot(HEAD.x - centre.x, HEAD.y - centre.y) + HEAD.radius).toBeLessThanOrEqual(FACE.size / 2);
});

test('items: what the list says is there, and nothing else', () => {
  const files = fs.readdirSync(path.join(seed, 'items')).filter((file) => file.endsWith('.svg'));
  expect(files.toSorted()).toEqual(items.map(({ id }) => `${id}.svg`).toSorted());
  expect(items.length).toBeGreaterThanOrEqual(30);
  expect(new Set(items.slice(0, 6).map(({ category }) => category)).size).toBe(6);
  expect(items.filter(({ stock }) => stock !== null)).toHaveLength(6);
  expect(new Set(items.map(({ name }) => name)).size).toBe(items.length);
  for (const item of items) {
    expect(item.id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(['hats', 'shirts', 'pants', 'accessories', 'gear', 'faces']).toContain(item.category);
    expect(item.price).toBeGreaterThanOrEqual(20);
    expect(item.price).toBeLessThanOrEqual(1500);
    expect(item.creator).toBe('Kiddo');
  }
  expect(items.map(({ position }) => position)).toEqual(items.map((_, index) => (index + 1) * 10));
});

// Where items of each category are worn (canvas units): a hat that slipped to the chin would be outside its box.
const WORN_IN: Record<string, { left: number; top: number; right: number; bottom: number }> = {
  hats: { left: 34, top: 2, right: 206, bottom: 138 },
  shirts: { left: 46, top: 160, right: 194, bottom: 272 },
  pants: { left: 58, top: 234, right: 182, bottom: 316 },
  accessories: { left: 4, top: 130, right: 236, bottom: 308 },
  gear: { left: 140, top: 80, right: 238, bottom: 316 },
  faces: { left: 70, top: 74, right: 170, bottom: 150 },
};

test('items sit where they are worn, whole and on the canvas', async () => {
  for (const { id, category } of items) {
    const svg = read(`items/${id}.svg`);
    expectSafe(svg, id);
    const box = await paintedBox(svg);
    expect([box.width, box.height], id).toEqual([480, 640]);
    const room = WORN_IN[category] as { left: number; top: number; right: number; bottom: number };
    expect(box.left / 2, id).toBeGreaterThanOrEqual(room.left);
    expect(box.top / 2, id).toBeGreaterThanOrEqual(room.top);
    expect(box.right / 2, id).toBeLessThanOrEqual(room.right);
    expect(box.bottom / 2, id).toBeLessThanOrEqual(room.bottom);
  }
});

test('shirts and pants leave nothing of the plain clothes to be seen', async () => {
  const pixels = async (svg: string) => sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
  const body = await pixels(drawBody('#7a4528'));
  const plain = { shirts: ['ffc629', 'ffb300'], pants: ['17525c'] };
  const rowBytes = CANVAS.width * 2 * 4;
  for (const { id, category } of items) {
    if (category !== 'shirts' && category !== 'pants') continue;
    const layer = await pixels(read(`items/${id}.svg`));
    let seen = 0;
    // Starts below the head, because the head's disc covers the collar.
    for (let at = (HEAD.y + HEAD.radius + 8) * 2 * rowBytes; at < body.length; at += 4) {
      if (plain[category].includes(body.toString('hex', at, at + 3)) && (layer[at + 3] as number) < 128) seen += 1;
    }
    expect(seen, id).toBe(0);
  }
});

test('templates: files for all, sound and small', async () => {
  const files = fs.readdirSync(path.join(seed, 'avatars')).filter((file) => file.endsWith('.svg'));
  expect(files.toSorted()).toEqual(templates.map(({ id }) => `${id}.svg`).toSorted());
  expect(templates.length).toBeGreaterThanOrEqual(26);
  expect(new Set(templates.map(({ name }) => name)).size).toBe(templates.length);
  const share = templates.filter(({ isPremium }) => isPremium).length / templates.length;
  expect(share).toBeGreaterThan(0.25);
  expect(share).toBeLessThan(0.4);
  for (const { id, style } of templates) {
    expect(id).toMatch(/^[a-z0-9-]{1,40}$/);
    expect(style).toMatch(/^[a-z0-9-]{1,30}$/);
    const svg = read(`avatars/${id}.svg`);
    expectSafe(svg, id);
    // The picture fills its square: no corner is transparent.
    expect(await paintedBox(svg), id).toEqual({ left: 0, top: 0, right: 383, bottom: 383, width: 384, height: 384 });
  }
});
