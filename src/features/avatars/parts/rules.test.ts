import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { arrangeFigure, drawFigure, WHOLE_VIEW } from '../figure/rules.ts';
import { listPartNames, toTones } from '../look/rules.ts';
import { NONE, PART_OPTIONS, PART_SLOTS, PLAIN_LOOK, SKINS, type Look } from '../look/schema.ts';
import { drawSprite, parsePart } from './rules.ts';
import { CANVAS, POSES, type Part } from './schema.ts';

const seed = path.resolve(import.meta.dirname, '../../../../seed');
const listFiles = (folder: string) => fs.readdirSync(path.join(seed, folder)).filter((file) => file.endsWith('.svg'));
const kinds = fs
  .readdirSync(path.join(seed, 'avatar-parts'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
const files = [
  ...kinds.flatMap((kind) =>
    listFiles(`avatar-parts/${kind}`).map((file) => ({ name: `${kind}/${file.slice(0, -4)}`, file: `avatar-parts/${kind}/${file}` })),
  ),
  ...listFiles('items').map((file) => ({ name: `items/${file.slice(0, -4)}`, file: `items/${file}` })),
].map(({ name, file }) => ({ name, svg: fs.readFileSync(path.join(seed, file), 'utf8') }));

type Item = { id: string; name: string; category: string; creator: string; price: number; stock: number | null; position: number };
const items = JSON.parse(fs.readFileSync(path.join(seed, 'items/items.json'), 'utf8')) as Item[];
const parsed = files.map(({ name, svg }) => parsePart(name, svg));
const drawings = new Map(parsed.flatMap((each) => [...each.drawings]));
const partOf = (name: string): Part => parsed.find(({ part }) => part.name === name)?.part ?? expect.fail(name);
const itemPart = ({ id, category }: Item): Part => ({ ...partOf(`items/${id}`), kind: category });

function draw(look: Look, worn: Item[] = [], view?: string): string {
  const names = listPartNames(
    look,
    worn.map(({ category }) => category),
  );
  const figure = arrangeFigure([...names.map(partOf), ...worn.map(itemPart)], look.pose);
  return drawFigure(figure, drawings, toTones(look), view ?? figure.roundView);
}

test('parts are small, and made of nothing but shapes', () => {
  for (const { name, svg } of files) {
    expect(Buffer.byteLength(svg), name).toBeLessThanOrEqual(3072);
    const tags = [...svg.matchAll(/<([a-zA-Z]+)([^>]*)>/g)];
    for (const [, tag = '', attributes = ''] of tags) {
      expect(['svg', 'g', 'path', 'circle', 'ellipse', 'rect', 'clipPath'], name).toContain(tag);
      for (const [, key = ''] of attributes.matchAll(/\s([a-zA-Z:-]+)="/g))
        expect(key, `${name} ${tag}`).toMatch(
          /^(xmlns|viewBox|id|d|c[xy]|r[xy]?|x|y|width|height|fill(-(rule|opacity))?|opacity|transform|stroke(-(width|linecap|linejoin|opacity|dasharray))?|data-(layer|side|top|reach|seat|hides|clip|covers))$/,
        );
    }
    expect(svg, name).not.toMatch(/NaN|undefined|url\(|href|<!--/);
    // Without a fallback a part would be invisible where its colour is not set.
    expect(svg.replaceAll(/var\(--f-[a-z0-9-]+,#[0-9a-f]{3,6}\)/g, ''), name).not.toContain('var(');
    expect(svg, name).toContain(`viewBox="0 0 ${CANVAS.width} ${CANVAS.height}"`);
    expect(() => parsePart(name, svg)).not.toThrow();
  }
});

test('a layer that nobody knows is an error, and so is a part without one', () => {
  const svg = (layer: string) => `<svg viewBox="0 0 240 360"><g data-layer="${layer}"><path d="M0 0"/></g></svg>`;
  expect(parsePart('hats/one', svg('hat')).part.pieces).toEqual([{ id: 'hats-one-hat', layer: 'hat', side: null }]);
  expect(() => parsePart('hats/one', svg('cellar'))).toThrow('cellar is no layer');
  expect(() => parsePart('hats/one', '<svg></svg>')).toThrow('nothing is drawn');
});

test('the anchors that parts are drawn by stay where they are', () => {
  const anchors = Object.fromEntries(
    files
      .filter(({ name }) => name.startsWith('base/'))
      .flatMap(({ svg }) => [...svg.matchAll(/<circle id="([a-z-]+)" cx="(\d+)" cy="(\d+)"/g)].map(([, id, x, y]) => [id, `${x} ${y}`])),
  );
  expect(anchors).toEqual({
    'head-top': '120 57',
    face: '120 124',
    chin: '120 175',
    'ear-left': '62 128',
    'ear-right': '178 128',
    neck: '120 184',
    'hand-left': '66 260',
    'hand-right': '201 217',
    hip: '120 266',
    'foot-left': '97 348',
    'foot-right': '145 348',
  });
});

test('what the editor offers is drawn, and what is drawn is offered', () => {
  const offered = PART_SLOTS.flatMap((slot) => PART_OPTIONS[slot].filter((option) => option !== NONE).map((option) => `${slot}/${option}`));
  const drawn = files.map(({ name }) => name).filter((name) => !name.startsWith('items/') && !name.startsWith('base/'));
  expect(drawn.toSorted()).toEqual(offered.toSorted());
});

test('every hat meets every hair: drawn, whole and within the round picture', async () => {
  const hats: { look: Partial<Look>; worn: Item[] }[] = [
    ...PART_OPTIONS.hats.slice(1).map((name) => ({ look: { hats: name }, worn: [] })),
    ...items.filter(({ category }) => category === 'hats').map((item) => ({ look: {}, worn: [item] })),
  ];
  expect(hats.length).toBeGreaterThanOrEqual(13);
  for (const { look, worn } of hats) {
    for (const hair of PART_OPTIONS.hair) {
      const svg = draw({ ...PLAIN_LOOK, ...look, hair, ground: 'rays' }, worn);
      const what = `${worn[0]?.id ?? look.hats} on ${hair}`;
      expect(svg, what).not.toMatch(/undefined|NaN|var\(/);
      // A hat that covers the skull clips the hair, or the hair brings its own form for under hats.
      const hatPart = worn[0] ? itemPart(worn[0]) : partOf(`hats/${look.hats}`);
      const ownForm = partOf(`hair/${hair}`).pieces.some(({ layer }) => layer === 'hat-front');
      expect(svg.includes('clip-path="url(#hat)"') || ownForm || hatPart.clip === null, what).toBe(true);
      expect(svg.includes('hat-'), what).toBe(false);
    }
  }
  // Hats keep their whole height: nothing of them is above the square.
  const box = draw({ ...PLAIN_LOOK, hair: 'afro-big', hats: 'crown' }).match(/viewBox="\S+ (\S+)/)?.[1];
  expect(Number(box)).toBeLessThanOrEqual(5);
});

test('in every pose there are two arms and two sleeves; a hand that carries something is held out', () => {
  const ids = (look: Partial<Look>) => {
    const full = { ...PLAIN_LOOK, ...look };
    return arrangeFigure(listPartNames(full, []).map(partOf), full.pose).pieces.map(
      ({ id, transform }) => `${id}${transform === null ? '' : ' mirrored'}`,
    );
  };
  for (const tops of PART_OPTIONS.tops)
    for (const pose of POSES) {
      expect(ids({ tops, pose }).filter((id) => id.startsWith('base-body-arms'))).toHaveLength(2);
      expect(ids({ tops, pose }).filter((id) => id.includes('-sleeves-'))).toHaveLength(2);
    }
  expect(ids({ pose: 'relaxed' })).toContain('base-body-arms-left mirrored');
  expect(ids({ pose: 'welcome' })).toContain('base-body-arms-right mirrored');
  expect(ids({ pose: 'relaxed', gear: 'ball' })).toContain('base-body-arms-right');
  expect(ids({ pose: 'relaxed', gear: 'backpack' })).toContain('base-body-arms-left mirrored');
});

test('items: what the list says is drawn, and nothing else', () => {
  expect(listFiles('items').toSorted()).toEqual(items.map(({ id }) => `${id}.svg`).toSorted());
  expect(items.length).toBeGreaterThanOrEqual(40);
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

type Box = { left: number; top: number; right: number; bottom: number };

/** The bounding box of what is painted, in canvas units. */
async function paintedBox(svg: string): Promise<Box> {
  const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const box = { left: info.width, top: info.height, right: -1, bottom: -1 };
  for (let at = 3; at < data.length; at += 4) {
    if ((data[at] as number) < 32) continue;
    const [x, y] = [((at - 3) / 4) % info.width, Math.floor((at - 3) / 4 / info.width)];
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  return box;
}

// Where items of each category are worn: a hat that slipped to the chin would be outside its box.
const WORN_IN: Record<string, Box> = {
  hats: { left: 24, top: 0, right: 216, bottom: 150 },
  shirts: { left: 50, top: 170, right: 204, bottom: 284 },
  pants: { left: 56, top: 250, right: 184, bottom: 342 },
  accessories: { left: 0, top: 130, right: 240, bottom: 332 },
  gear: { left: 140, top: 0, right: 240, bottom: 356 },
  faces: { left: 58, top: 88, right: 182, bottom: 172 },
};

test('items sit where they are worn, whole and on the canvas', async () => {
  for (const item of items) {
    const figure = arrangeFigure([itemPart(item)], 'wave');
    const box = await paintedBox(drawFigure(figure, drawings, {}, WHOLE_VIEW));
    const room = WORN_IN[item.category] ?? { left: 0, top: 0, right: 0, bottom: 0 };
    expect([item.id, box.left >= room.left, box.top >= room.top, box.right <= room.right, box.bottom <= room.bottom]).toEqual([
      item.id,
      true,
      true,
      true,
      true,
    ]);
  }
});

test('shirts and pants cover the body, and replace what is below them', async () => {
  const skin = SKINS.find(({ id }) => id === 'leaf')?.hex.slice(1) ?? '';
  const places: Record<string, Box> = {
    shirts: { left: 92, top: 212, right: 148, bottom: 262 },
    pants: { left: 92, top: 268, right: 148, bottom: 280 },
  };
  for (const item of items) {
    const place = places[item.category];
    if (!place) continue;
    const svg = draw({ ...PLAIN_LOOK, skin: 'leaf', topColour: 'leaf' }, [item], WHOLE_VIEW);
    const { data, info } = await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    let bare = 0;
    for (let y = place.top; y <= place.bottom; y++)
      for (let x = place.left; x <= place.right; x++) {
        const at = (y * info.width + x) * 4;
        if (data.toString('hex', at, at + 3) === skin || (data[at + 3] as number) < 200) bare++;
      }
    expect([item.id, bare]).toEqual([item.id, 0]);
  }
});

test('a sprite has every piece of its parts once', () => {
  const sprite = drawSprite(parsed);
  for (const id of drawings.keys()) expect(sprite.split(`<g id="${id}">`), id).toHaveLength(2);
  expect(drawings.size).toBe(parsed.flatMap(({ part }) => part.pieces).length);
});
