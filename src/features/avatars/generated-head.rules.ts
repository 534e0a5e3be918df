import { CLOTH_COLOURS } from './colours.rules.ts';
import { drawBackground, drawShirt, BACKGROUNDS, SHIRTS } from './cloth.rules.ts';
import {
  BRIGHT_EYES,
  BRIGHT_MOUTHS,
  CHEEKS,
  drawBrows,
  drawCheeks,
  drawEyes,
  drawGlasses,
  drawHeadShape,
  drawMouth,
  drawNose,
  EARS,
  EYES,
  GLASSES,
  MOUTHS,
  SHAPES,
} from './face.rules.ts';
import { PEOPLE_SKINS, SKINS } from './body.rules.ts';
import { BROWN_HAIRS, CURLY_STYLES, DARK_HAIRS, drawHair, FAIR_HAIRS, STRAIGHT_STYLES } from './hair.rules.ts';

const SEED = /^[0-9a-f]{8}$/;
// Deep skins have the highest weights: most of our players live in Africa.
const SKIN_WEIGHTS = [5, 6, 6, 6, 6, 5, 3, 3, 3, 2];
const FIRST_LIGHT = 6;
const FIRST_FAIR = 8;
const LAST_DEEP = 2;
const BEADS = ['#ffc629', '#e23b24', '#12a5a5', '#ff7fa6', '#8ccbf2', '#ffffff'] as const;
const RIMS = ['#0c2a30', '#7a1608', '#123e8c', '#6b3a1c', '#9c1452'] as const;

type SeededRandom = {
  /** A number from 0 (inclusive) to 1 (exclusive). */
  roll: () => number;
  pick: <Choice>(choices: readonly Choice[], weights?: readonly number[]) => Choice;
};

/** Whether `drawHead` accepts the seed. */
export function isAvatarSeed(seed: string): boolean {
  return SEED.test(seed);
}

/** The skin colour of a seed's head, for the body below it. */
export function getSeedSkin(seed: string): string {
  return chooseSkin(createSeededRandom(seed)).hex;
}

/** The background colour behind a seed's head. */
export function getSeedBackground(seed: string): string {
  const random = createSeededRandom(seed);
  chooseSkin(random);
  return random.pick(CLOTH_COLOURS).hex;
}

/** Draws a friendly head, always the same for the same seed: an SVG of 120 x 120. @param seed 8 hex digits */
export function drawHead(seed: string): string {
  const random = createSeededRandom(seed);
  const skin = chooseSkin(random);
  const ground = random.pick(CLOTH_COLOURS);
  const others = CLOTH_COLOURS.filter((cloth) => cloth !== ground);
  const shirt = random.pick(others);
  const trim = random.pick(CLOTH_COLOURS.filter((cloth) => cloth !== shirt));
  const cloth = random.pick(others);
  const accent = random.pick(BEADS.filter((bead) => bead !== cloth.hex));
  const isLight = SKINS.indexOf(skin) >= FIRST_LIGHT;
  const isDeep = SKINS.indexOf(skin) <= LAST_DEEP;
  const hair = random.pick(isLight && random.roll() < 0.75 ? STRAIGHT_STYLES : CURLY_STYLES);
  const isFair = SKINS.indexOf(skin) >= FIRST_FAIR;
  const hairHex = random.pick(isFair ? FAIR_HAIRS : isLight ? BROWN_HAIRS : DARK_HAIRS);
  const eyeOffset = random.pick([11.5, 12, 12.5, 13]);
  const layers = drawHair(hair, {
    hex: hairHex,
    cloth: cloth.hex,
    trim: random.pick(CLOTH_COLOURS.filter((one) => one !== cloth)).hex,
    accent,
  });
  const hidesEars = hair === 'hijab' || hair === 'phones' || hair === 'patka';
  const parts = [
    layers.back,
    drawShirt(random.pick(SHIRTS), shirt.hex, trim.hex, skin.hex),
    drawHeadShape(random.pick(SHAPES), hidesEars ? 'plain' : random.pick(EARS, [10, 3, 2, 1]), skin.hex, accent),
    drawCheeks(random.pick(CHEEKS, [8, 6, 2, 1, 1, 1]), skin.hex),
    drawNose(random.pick([0, 1, 2], [2, 3, 3]), skin.hex),
    drawMouth(random.pick(isDeep ? BRIGHT_MOUTHS : MOUTHS)),
    drawEyes(random.pick(isDeep ? BRIGHT_EYES : EYES), eyeOffset),
    random.roll() < 0.7 ? drawBrows(hairHex, eyeOffset, random.pick([0, 1, 2])) : '',
    layers.front,
    drawGlasses(random.pick(GLASSES, [12, 2, 1, 1]), random.pick(RIMS), eyeOffset),
  ];
  const tilt = random.pick([-5, -3, -1, 0, 0, 1, 3, 5]);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">',
    drawBackground(random.pick(BACKGROUNDS, [4, 2, 2, 2, 2, 2, 1]), ground.hex, ground.tone, Math.round(random.roll() * 50) / 50),
    `<g transform="translate(60 66)${tilt === 0 ? '' : `rotate(${tilt} 0 54)`}">${parts.join('')}</g></svg>`,
  ].join('');
}

function chooseSkin(random: SeededRandom): (typeof SKINS)[number] {
  return random.pick(SKINS.slice(0, PEOPLE_SKINS), SKIN_WEIGHTS);
}

/** A random number generator that always gives the same sequence for the same seed (mulberry32). */
function createSeededRandom(seed: string): SeededRandom {
  if (!isAvatarSeed(seed)) throw new Error(`Not a seed: ${seed}`);
  let state = Number.parseInt(seed, 16);
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
