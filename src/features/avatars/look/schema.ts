import { POSES, type Pose } from '../parts/schema.ts';

/** A colour to choose, by its everyday name. */
type NamedColour = { id: string; name: string; hex: string };

const colour = (name: string, hex: string): NamedColour => ({ id: name.toLowerCase().replaceAll(' ', '-'), name, hex });

/** Skin colours, from deep brown to light. The last three are for figures that are not human. */
export const SKINS: readonly NamedColour[] = [
  colour('Ebony', '#4e2b1e'),
  colour('Cocoa', '#5f3722'),
  colour('Chestnut', '#6b3a24'),
  colour('Mahogany', '#7a4528'),
  colour('Hazel', '#8a5030'),
  colour('Caramel', '#a9693f'),
  colour('Honey', '#c4874f'),
  colour('Sand', '#dca577'),
  colour('Peach', '#f0c29b'),
  colour('Cream', '#f9dcc4'),
  colour('Silver', '#a9c3cc'),
  colour('Kombi', '#f4623a'),
  colour('Leaf', '#55bf7a'),
];
/** How many of `SKINS`, from the start, are human skin colours. */
export const PEOPLE_SKINS = 10;

export const HAIR_COLOURS: readonly NamedColour[] = [
  colour('Black', '#241318'),
  colour('Cocoa', '#43231a'),
  colour('Chestnut', '#6e3a1c'),
  colour('Copper', '#a8501e'),
  colour('Honey', '#d9a441'),
  colour('Berry', '#9c1452'),
  colour('Plum', '#5b2a86'),
  colour('Ocean', '#1e6fb8'),
];

/** A colour of cloth, with the colours of its seams and of its pattern. */
type ClothColour = NamedColour & { trim: string; accent: string };
const cloth = (name: string, hex: string, trim: string, accent: string): ClothColour => ({ ...colour(name, hex), trim, accent });

export const CLOTH_COLOURS: readonly ClothColour[] = [
  cloth('Coral', '#f4623a', '#123e8c', '#ffc629'),
  cloth('Mango', '#ffc629', '#005b57', '#d8341c'),
  cloth('Leaf', '#1e9e5a', '#0b5a31', '#ffc629'),
  cloth('Teal', '#0e8f93', '#0c2a30', '#ffc629'),
  cloth('Blue', '#2b6cd4', '#174a9e', '#ffc629'),
  cloth('Plum', '#5b2a86', '#ffc629', '#f4623a'),
  cloth('Rose', '#c2185b', '#ffc629', '#ff9dbb'),
  cloth('Sky', '#8ccbf2', '#2b6cd4', '#ffffff'),
  cloth('Night', '#22344a', '#ffc629', '#f4623a'),
  cloth('White', '#ffffff', '#f4623a', '#12a5a5'),
];

/** Colours of the cloth behind the round picture: the cloth, and its pattern. */
export const GROUND_COLOURS: readonly (NamedColour & { pattern: string })[] = [
  { ...colour('Mango', '#ffc629'), pattern: '#ffb300' },
  { ...colour('Lagoon', '#8ed6cc'), pattern: '#7dcbc0' },
  { ...colour('Hibiscus', '#ff9dbb'), pattern: '#ff85ab' },
  { ...colour('Sky', '#8fc6ff'), pattern: '#74b5fa' },
  { ...colour('Mint', '#b6e3a1'), pattern: '#9cd684' },
  { ...colour('Papaya', '#ffb37d'), pattern: '#ffa061' },
  { ...colour('Jacaranda', '#c9b6ff'), pattern: '#b79efa' },
  { ...colour('Chili', '#ff8a70'), pattern: '#ff7556' },
];

export const NONE = 'none';

/** The parts that everybody has, in the order in which the editor shows them. They are drawn in seed/avatar-parts. */
export const PART_OPTIONS = {
  eyes: ['bright', 'sparkle', 'happy', 'lashes', 'wink', 'cool'],
  brows: ['soft', 'bold', 'arch', 'raised'],
  nose: ['button', 'wide', 'small'],
  mouth: ['smile', 'grin', 'laugh', 'gap', 'smirk', 'tongue'],
  extras: [NONE, 'blush', 'freckles'],
  glasses: [NONE, 'round', 'square'],
  hair: [
    'afro-short',
    'afro-big',
    'two-puffs',
    'bantu-knots',
    'cornrows',
    'box-braids',
    'locs',
    'high-top',
    'hijab',
    'bob',
    'long-wavy',
    'bald',
  ],
  tops: ['tee', 'hoodie', 'kitenge', 'jersey', 'sweater', 'dress'],
  bottoms: ['shorts', 'jeans', 'skirt', 'kitenge'],
  shoes: ['sneakers', 'sandals', 'boots'],
  hats: [NONE, 'kofia', 'cap', 'beanie', 'crown', 'headphones'],
  gear: [NONE, 'ball', 'backpack', 'kite'],
  ground: ['rays', 'macho', 'nyoka', 'pembe'],
} as const satisfies Record<string, readonly string[]>;
export type PartSlot = keyof typeof PART_OPTIONS;
export const PART_SLOTS = Object.keys(PART_OPTIONS) as PartSlot[];

/** The colours of a look, and what there is to choose from. */
export const COLOUR_OPTIONS = {
  skin: SKINS,
  hairColour: HAIR_COLOURS,
  wrapColour: CLOTH_COLOURS,
  topColour: CLOTH_COLOURS,
  bottomColour: CLOTH_COLOURS,
  shoeColour: CLOTH_COLOURS,
  hatColour: CLOTH_COLOURS,
  gearColour: CLOTH_COLOURS,
  groundColour: GROUND_COLOURS,
} as const satisfies Record<string, readonly NamedColour[]>;
export type ColourSlot = keyof typeof COLOUR_OPTIONS;
export const COLOUR_SLOTS = Object.keys(COLOUR_OPTIONS) as ColourSlot[];

/** What a figure looks like, without what was bought: a part for each slot, its colours, and how it stands. */
export type Look = Record<PartSlot | ColourSlot, string> & { pose: Pose };

/** The look that fills the gaps of an incomplete one. */
export const PLAIN_LOOK: Look = {
  eyes: 'bright',
  brows: 'soft',
  nose: 'button',
  mouth: 'grin',
  extras: NONE,
  glasses: NONE,
  hair: 'afro-short',
  tops: 'tee',
  bottoms: 'shorts',
  shoes: 'sneakers',
  hats: NONE,
  gear: NONE,
  ground: 'rays',
  skin: 'mahogany',
  hairColour: 'black',
  wrapColour: 'blue',
  topColour: 'mango',
  bottomColour: 'teal',
  shoeColour: 'coral',
  hatColour: 'coral',
  gearColour: 'coral',
  groundColour: 'lagoon',
  pose: 'wave',
};

/** The option of a slot with this id, or undefined. */
export function findColour(slot: ColourSlot, id: string): NamedColour | undefined {
  const options: readonly NamedColour[] = COLOUR_OPTIONS[slot];
  return options.find((each) => each.id === id);
}

/** A complete look from stored or posted values: what is unknown, or no longer drawn, is as in `base`. */
export function completeLook(values: unknown, base: Look = PLAIN_LOOK): Look {
  const given: Record<string, unknown> = typeof values === 'object' && values !== null ? { ...values } : {};
  const look: Look = { ...base };
  for (const slot of PART_SLOTS) {
    const found = PART_OPTIONS[slot].find((option) => option === given[slot]);
    if (found !== undefined) look[slot] = found;
  }
  for (const slot of COLOUR_SLOTS) {
    const value = given[slot];
    if (typeof value === 'string' && findColour(slot, value)) look[slot] = value;
  }
  look.pose = POSES.find((pose) => pose === given['pose']) ?? base.pose;
  return look;
}
