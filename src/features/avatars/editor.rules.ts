import { arrangeFigure, type Figure } from './figure/rules.ts';
import { listPartNames } from './look/rules.ts';
import {
  COLOUR_OPTIONS,
  COLOUR_SLOTS,
  completeLook,
  NONE,
  PART_OPTIONS,
  PART_SLOTS,
  type ColourSlot,
  type Look,
  type PartSlot,
} from './look/schema.ts';
import { POSES, type Part } from './parts/schema.ts';
import { GENERATED_HEAD, toItemValue, WEAR_FIELDS, type AvatarView, type OwnedPart, type WearField } from './schema.ts';

/** The tabs of the editor, by their value in the URL. `picture` is reached from the preview, not from the tabs. */
export const EDITOR_TABS = ['face', 'hair', 'clothes', 'hats', 'gear', 'picture'] as const;
export type EditorTab = (typeof EDITOR_TABS)[number];

/** A field of the editor: parts, items that lie on top of them, a pose, or a colour. */
export type PartField = PartSlot | 'accessories' | 'faces' | 'pose';
type EditorGroup = { field: PartField; colour: ColourSlot | null } | { field: null; colour: ColourSlot };

/** What each tab offers, from top to bottom. A colour stands above what it colours. */
export const EDITOR_GROUPS: Record<Exclude<EditorTab, 'picture'>, readonly EditorGroup[]> = {
  face: [
    { field: null, colour: 'skin' },
    { field: 'eyes', colour: null },
    { field: 'brows', colour: null },
    { field: 'nose', colour: null },
    { field: 'mouth', colour: null },
    { field: 'extras', colour: null },
    { field: 'glasses', colour: null },
    { field: 'faces', colour: null },
  ],
  hair: [
    { field: 'hair', colour: 'hairColour' },
    { field: null, colour: 'wrapColour' },
  ],
  clothes: [
    { field: 'tops', colour: 'topColour' },
    { field: 'bottoms', colour: 'bottomColour' },
    { field: 'shoes', colour: 'shoeColour' },
  ],
  hats: [{ field: 'hats', colour: 'hatColour' }],
  gear: [
    { field: 'gear', colour: 'gearColour' },
    { field: 'accessories', colour: null },
    { field: 'pose', colour: null },
    { field: 'ground', colour: 'groundColour' },
  ],
};

/** The tab in a URL; the first one if there is none. */
export function parseEditorTab(params: URLSearchParams): EditorTab {
  return EDITOR_TABS.find((tab) => tab === params.get('tab')) ?? 'face';
}

/** The editor's choices: the values of all fields of its form. */
export type EditorValues = Record<PartSlot | ColourSlot | 'pose' | 'accessories' | 'faces' | 'template', string>;
export const EDITOR_FIELDS = ['template', 'pose', ...PART_SLOTS, ...COLOUR_SLOTS, 'accessories', 'faces'] as const;

/** What is saved now. */
export function toEditorValues({ look, owned, chosen }: Pick<AvatarView, 'look' | 'owned' | 'chosen'>): EditorValues {
  const values: EditorValues = { ...look, template: chosen, accessories: NONE, faces: NONE };
  for (const field of Object.keys(WEAR_FIELDS) as WearField[]) {
    const worn = owned.find(({ category, isWorn }) => isWorn && category === WEAR_FIELDS[field]);
    if (worn) values[field] = toItemValue(worn.id);
  }
  return values;
}

/** What a field offers: parts that everybody has, then the player's items. */
export function listOptions(field: PartField, owned: readonly OwnedPart[]): { value: string; item: OwnedPart | null }[] {
  const basics: readonly string[] = field === 'pose' ? POSES : field === 'accessories' || field === 'faces' ? [NONE] : PART_OPTIONS[field];
  const items = isWearField(field) ? owned.filter(({ category }) => category === WEAR_FIELDS[field]) : [];
  return [...basics.map((value) => ({ value, item: null })), ...items.map((item) => ({ value: toItemValue(item.id), item }))];
}

function isWearField(field: string): field is WearField {
  return field in WEAR_FIELDS;
}

/** The look of the choices; below an item lies what is saved there. */
export function toEditorLook(values: EditorValues, saved: Look): Look {
  return completeLook(values, saved);
}

/** The figure of the choices. @param only the kinds of parts to draw; all if it is not given */
export function toEditorFigure(
  values: EditorValues,
  view: Pick<AvatarView, 'parts' | 'owned' | 'look'>,
  only?: ReadonlySet<string>,
): Figure {
  const items = (Object.keys(WEAR_FIELDS) as WearField[]).flatMap((field): Part[] => {
    const item = view.owned.find(({ id, category }) => category === WEAR_FIELDS[field] && values[field] === toItemValue(id));
    return item ? [{ ...item.part, kind: item.category }] : [];
  });
  const look = toEditorLook(values, view.look);
  const names = new Set(
    listPartNames(
      look,
      items.map(({ kind }) => kind),
    ),
  );
  const parts = [...view.parts.filter(({ name }) => names.has(name)), ...items];
  return arrangeFigure(only ? parts.filter(({ kind, name }) => only.has(kind) || only.has(name)) : parts, look.pose);
}

// What is rarely worn by chance.
const SELDOM: readonly PartField[] = ['hats', 'gear', 'extras', 'glasses', 'accessories', 'faces'];

/** A new look by chance, on the player's own skin and hair colour. @param random gives numbers from 0 (inclusive) to 1 (exclusive) */
export function mixValues(values: EditorValues, owned: readonly OwnedPart[], random: () => number): EditorValues {
  const pick = <T>(options: readonly T[]) => options[Math.floor(random() * options.length)] as T;
  const mixed: EditorValues = { ...values, template: GENERATED_HEAD };
  for (const field of [...PART_SLOTS, 'pose', 'accessories', 'faces'] as const)
    mixed[field] = SELDOM.includes(field) && random() < 0.5 ? NONE : pick(listOptions(field, owned)).value;
  for (const slot of COLOUR_SLOTS)
    if (slot !== 'skin' && slot !== 'hairColour') mixed[slot] = pick<{ id: string }>(COLOUR_OPTIONS[slot]).id;
  return mixed;
}

/** Which part of the figure a tile shows, and which kinds of parts it needs for that. */
export function getTileView(field: PartField): { view: string; only: ReadonlySet<string>; shape: 'square' | 'wide' | 'tall' } {
  const face = ['base/head', 'eyes', 'brows', 'nose', 'mouth', 'extras', 'glasses', 'faces'];
  const body = ['base/body', 'tops', 'bottoms', 'shoes', 'shirts', 'pants'];
  const tile = (view: string, only: readonly string[], shape: 'square' | 'wide' | 'tall' = 'square') => ({
    view,
    only: new Set(only),
    shape,
  });
  if (field === 'hair') return tile('22 8 196 196', [...face, 'base/body', 'tops', 'shirts', 'hair']);
  if (field === 'hats') return tile('14 0 212 212', [...face, 'base/body', 'tops', 'shirts', 'hair', 'hats']);
  if (field === 'tops') return tile('44 177 176 166', body);
  if (field === 'bottoms') return tile('52 234 136 118', body);
  if (field === 'shoes') return tile('62 292 116 62', ['base/body', 'bottoms', 'shoes', 'pants'], 'wide');
  if (field === 'ground') return tile('20 20 200 200', ['ground']);
  const whole = [...face, ...body, 'hair', 'hats', 'accessories'];
  // A hand that carries something is held out, whatever the pose.
  if (field === 'pose') return tile('0 4 240 352', whole, 'tall');
  if (field === 'gear' || field === 'accessories') return tile('0 4 240 352', [...whole, 'gear'], 'tall');
  return tile('54 76 132 116', face, 'wide');
}
