import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  EDITOR_FIELDS,
  EDITOR_GROUPS,
  listOptions,
  mixValues,
  parseEditorTab,
  toEditorFigure,
  toEditorValues,
  type PartField,
} from './editor.rules.ts';
import { PLAIN_LOOK } from './look/schema.ts';
import type { Part } from './parts/schema.ts';
import { GENERATED_HEAD, WEAR_FIELDS, type OwnedPart, type WearField } from './schema.ts';
import { getOptionName } from './texts.ts';

const part = (name: string, layer: Part['pieces'][number]['layer']): Part => ({
  name,
  kind: name.split('/')[0] ?? '',
  url: '/avatars/parts/figure.svg',
  picture: null,
  top: 57,
  reach: 57,
  seat: null,
  hides: null,
  clip: null,
  pieces: [{ id: name.replace('/', '-'), layer, side: null }],
});
const cap: OwnedPart = { id: 'street-cap', name: 'Street Cap', category: 'hats', isWorn: true, part: part('items/street-cap', 'hat') };
const scarf: OwnedPart = { id: 'scarf', name: 'Scarf', category: 'accessories', isWorn: false, part: part('items/scarf', 'straps') };
const view = {
  look: { ...PLAIN_LOOK, hats: 'crown' },
  owned: [cap, scarf],
  chosen: GENERATED_HEAD,
  parts: [part('base/body', 'body'), part('base/head', 'head'), part('hats/crown', 'hat'), part('hair/afro-short', 'front')],
};

const FIELDS = Object.values(EDITOR_GROUPS).flatMap((groups) =>
  groups.flatMap(({ field }): PartField[] => (field === null ? [] : [field])),
);

test('what is saved is what is worn: items in their fields, below them the look', () => {
  const values = toEditorValues(view);
  expect(values).toMatchObject({ hats: ':street-cap', accessories: 'none', faces: 'none', tops: 'tee', template: GENERATED_HEAD });
  expect(Object.keys(values).toSorted()).toEqual(EDITOR_FIELDS.toSorted());
  const ids = (change: object, only?: ReadonlySet<string>) =>
    toEditorFigure({ ...values, ...change }, view, only).pieces.map(({ id }) => id);
  expect(ids({})).toEqual(['base-body', 'base-head', 'hair-afro-short', 'items-street-cap']);
  expect(ids({ hats: 'crown', accessories: ':scarf' })).toEqual(['base-body', 'items-scarf', 'base-head', 'hair-afro-short', 'hats-crown']);
  expect(ids({ hats: 'none' })).toEqual(['base-body', 'base-head', 'hair-afro-short']);
  // An item of somebody else is not drawn.
  expect(ids({ hats: ':golden-crown' })).toEqual(['base-body', 'base-head', 'hair-afro-short', 'hats-crown']);
  expect(ids({}, new Set(['hair', 'base/head']))).toEqual(['base-head', 'hair-afro-short']);
});

test('a mix takes what there is, on the player’s own skin and hair colour', () => {
  let at = 0;
  const random = () => (at = (at + 0.377) % 1);
  const before = { ...toEditorValues(view), skin: 'silver', hairColour: 'ocean', template: 'cartoon-01' };
  for (let count = 0; count < 200; count++) {
    const mixed = mixValues(before, view.owned, random);
    expect(mixed).toMatchObject({ skin: 'silver', hairColour: 'ocean', template: GENERATED_HEAD });
    for (const field of FIELDS) expect(listOptions(field, view.owned).map(({ value }) => value)).toContain(mixed[field]);
  }
});

test('no two choices of a field have the same name, whatever a player owns', () => {
  const items = JSON.parse(fs.readFileSync(path.resolve(import.meta.dirname, '../../../seed/items/items.json'), 'utf8')) as {
    name: string;
    category: string;
  }[];
  for (const field of FIELDS) {
    const category = field in WEAR_FIELDS ? WEAR_FIELDS[field as WearField] : null;
    const names = [
      ...listOptions(field, []).map(({ value }) => getOptionName(field, value)),
      ...items.filter((item) => item.category === category).map(({ name }) => name),
    ];
    expect(new Set(names.map((name) => name.toLowerCase())).size, field).toBe(names.length);
  }
});

test('the tab is in the URL', () => {
  expect(['tab=gear', 'tab=picture', 'tab=cellar', ''].map((query) => parseEditorTab(new URLSearchParams(query)))).toEqual([
    'gear',
    'picture',
    'face',
    'face',
  ]);
});
