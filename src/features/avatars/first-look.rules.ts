import { NONE, PART_OPTIONS, PEOPLE_SKINS, PLAIN_LOOK, SKINS, type Look } from './look/schema.ts';
import { POSES } from './parts/schema.ts';

const SEED = /^[0-9a-f]{8}$/;
// Deep skins have the highest weights: most of our players live in Africa.
const SKIN_WEIGHTS = [5, 6, 6, 6, 6, 5, 3, 3, 3, 2];
const FIRST_LIGHT = 6;
const FIRST_FAIR = 8;
const LAST_DEEP = 2;

// The tables below keep the order of the heads that were drawn before there were figures, so that the same seed still gives the same
// skin, hair and face, or what comes nearest to it.
const GROUNDS = ['mango', 'lagoon', 'hibiscus', 'mint', 'papaya', 'sky', 'chili', 'lagoon', 'jacaranda', 'mint', 'sky', 'hibiscus'];
const CLOTHS = ['mango', 'teal', 'rose', 'leaf', 'coral', 'blue', 'coral', 'night', 'plum', 'teal', 'sky', 'rose'];
const HAIR_COLOURS = {
  dark: ['black', 'black', 'black', 'cocoa'],
  brown: ['black', 'black', 'cocoa', 'cocoa', 'chestnut'],
  fair: ['black', 'cocoa', 'chestnut', 'copper', 'copper', 'honey', 'honey'],
};
type Style = Partial<Look> & { hidesEars?: true };
const CURLY: readonly Style[] = [
  { hair: 'two-puffs' },
  { hair: 'two-puffs' },
  { hair: 'afro-big' },
  { hair: 'cornrows' },
  { hair: 'box-braids' },
  { hair: 'bantu-knots' },
  { hair: 'afro-short' },
  { hair: 'high-top' },
  { hair: 'locs' },
  { hair: 'locs' },
  { hair: 'bald' },
  { hair: 'afro-big' },
  { hair: 'high-top' },
  { hair: 'cornrows' },
  { hair: 'afro-short' },
  { hair: 'hijab', hidesEars: true },
  { hair: 'hijab' },
  { hair: 'afro-short', hats: 'kofia' },
  { hair: 'cornrows', hats: 'cap' },
  { hair: 'afro-short', hats: 'headphones', hidesEars: true },
  { hair: 'locs', hats: 'beanie' },
];
const STRAIGHT: readonly Style[] = [
  { hair: 'bob' },
  { hair: 'long-wavy' },
  { hair: 'long-wavy' },
  { hair: 'bob' },
  { hair: 'afro-short' },
  { hair: 'box-braids' },
  { hair: 'high-top' },
  { hair: 'hijab', hidesEars: true },
  { hair: 'bob', hats: 'cap' },
  { hair: 'afro-short', hats: 'headphones', hidesEars: true },
  { hair: 'bald', hats: 'beanie', hidesEars: true },
  { hair: 'long-wavy', hats: 'beanie' },
  { hair: 'afro-short' },
];
const TOPS = ['tee', 'tee', 'sweater', 'kitenge', 'hoodie', 'tee', 'sweater', 'kitenge', 'jersey'];
const EXTRAS = [NONE, 'blush', 'freckles', NONE, 'freckles', NONE];
const NOSES = ['small', 'button', 'wide'];
const MOUTHS = ['grin', 'smile', 'laugh', 'gap', 'smirk', 'smile', 'tongue', 'grin'];
const BRIGHT_MOUTHS = ['grin', 'laugh', 'gap', 'tongue', 'grin'];
const EYES = ['bright', 'bright', 'happy', 'lashes', 'wink', 'bright', 'sparkle', 'sparkle'];
const BRIGHT_EYES = ['bright', 'bright', 'lashes', 'bright', 'sparkle', 'sparkle'];
const BROWS = ['soft', 'bold', 'arch'];
const GLASSES = [NONE, 'round', 'square', 'square'];

type SeededRandom = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  roll: () => number;
  pick: <Choice>(choices: readonly Choice[], weights?: readonly number[]) => Choice;
};

/** Whether `drawFirstLook` accepts the seed. */
export function isAvatarSeed(seed: string): boolean {
  return SEED.test(seed);
}

/**
 * The look that a player begins with, always the same for the same seed and attempt.
 * @param seed 8 hex digits @param attempt 0, and the next number each time somebody else already has that look
 */
export function drawFirstLook(seed: string, attempt = 0): Look {
  const random = createSeededRandom(seed, attempt);
  const skin = random.pick(SKINS.slice(0, PEOPLE_SKINS), SKIN_WEIGHTS);
  const at = SKINS.indexOf(skin);
  const [ground, shirt] = [random.pick(GROUNDS), random.pick(CLOTHS.slice(1))];
  const trousers = random.pick(CLOTHS.slice(1));
  const cap = random.pick(CLOTHS.slice(1));
  const beads = random.pick(CLOTHS);
  const isStraight = at >= FIRST_LIGHT && random.roll() < 0.75;
  const { hidesEars = false, ...style } = random.pick<Style>(isStraight ? STRAIGHT : CURLY);
  const hairColour = random.pick(HAIR_COLOURS[at >= FIRST_FAIR ? 'fair' : at >= FIRST_LIGHT ? 'brown' : 'dark']);
  const [gearColour, shoeColour] = [random.pick(CLOTHS), random.pick(CLOTHS)];
  const tops = random.pick(TOPS);
  const pose = random.pick(POSES);
  if (!hidesEars) random.roll();
  const isDeep = at <= LAST_DEEP;
  return {
    ...PLAIN_LOOK,
    skin: skin.id,
    groundColour: ground,
    topColour: shirt,
    bottomColour: trousers,
    hatColour: cap,
    wrapColour: beads,
    hairColour,
    gearColour,
    shoeColour,
    tops,
    pose,
    extras: random.pick(EXTRAS, [8, 6, 2, 1, 1, 1]),
    nose: random.pick(NOSES, [2, 3, 3]),
    mouth: random.pick(isDeep ? BRIGHT_MOUTHS : MOUTHS),
    eyes: random.pick(isDeep ? BRIGHT_EYES : EYES),
    brows: random.roll() < 0.7 ? random.pick(BROWS) : 'soft',
    glasses: random.pick(GLASSES, [12, 2, 1, 1]),
    bottoms: random.pick(['shorts', 'jeans', 'kitenge'], [3, 3, 1]),
    shoes: random.pick(PART_OPTIONS.shoes, [4, 2, 1]),
    gear: random.pick(PART_OPTIONS.gear, [8, 1, 1, 1]),
    ground: random.pick(PART_OPTIONS.ground),
    ...style,
  };
}

/** A random number generator that always gives the same sequence for the same seed and attempt (mulberry32). */
function createSeededRandom(seed: string, attempt: number): SeededRandom {
  if (!isAvatarSeed(seed)) throw new Error(`Not a seed: ${seed}`);
  let state = (Number.parseInt(seed, 16) + Math.imul(attempt, 0x9e3779b9)) | 0;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    roll,
    pick: (choices, weights) => {
      const all = weights ?? choices.map(() => 1);
      let left = roll() * all.reduce((sum, weight) => sum + weight, 0);
      const found = choices.findIndex((_, index) => (left -= all[index] as number) < 0);
      return choices[found] as (typeof choices)[number];
    },
  };
}
