import { CLOTHS } from '../colours/rules.ts';
import { drawGround, drawShirt, GROUNDS, SHIRTS } from '../cloth/rules.ts';
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
} from '../face/rules.ts';
import { PEOPLE_SKINS, SKINS } from '../figure/rules.ts';
import { BROWN_HAIRS, CURLY, DARK_HAIRS, drawHair, FAIR_HAIRS, STRAIGHT } from '../hair/rules.ts';

const SEED = /^[0-9a-f]{8}$/;
// Deep skins first: most of our players live in Africa.
const SKIN_WEIGHTS = [5, 6, 6, 6, 6, 5, 3, 3, 3, 2];
const FIRST_LIGHT = 6;
const FIRST_FAIR = 8;
const LAST_DEEP = 2;
const BEADS = ['#ffc629', '#e23b24', '#12a5a5', '#ff7fa6', '#8ccbf2', '#ffffff'] as const;
const RIMS = ['#0c2a30', '#7a1608', '#123e8c', '#6b3a1c', '#9c1452'] as const;

type Dice = {
  /** 0 to 1, 1 excluded. */
  roll: () => number;
  pick: <Choice>(choices: readonly Choice[], weights?: readonly number[]) => Choice;
};

/** The seed of a player's own picture: 8 hex digits from the end of their id, where ids differ most. */
export function seedOf(playerId: string): string {
  return playerId.replaceAll('-', '').slice(-8).toLowerCase();
}

/** Whether it is a seed that `drawHead` knows. */
export function isSeed(seed: string): boolean {
  return SEED.test(seed);
}

/** The skin that a seed's head has, for the body below it. */
export function skinOf(seed: string): string {
  return chooseSkin(diceOf(seed)).hex;
}

/** The colour behind a seed's head. */
export function groundOf(seed: string): string {
  const dice = diceOf(seed);
  chooseSkin(dice);
  return dice.pick(CLOTHS).hex;
}

/** A friendly head, always the same for the same seed: an SVG of 120 x 120. @param seed 8 hex digits */
export function drawHead(seed: string): string {
  const dice = diceOf(seed);
  const skin = chooseSkin(dice);
  const ground = dice.pick(CLOTHS);
  const others = CLOTHS.filter((cloth) => cloth !== ground);
  const shirt = dice.pick(others);
  const trim = dice.pick(CLOTHS.filter((cloth) => cloth !== shirt));
  const cloth = dice.pick(others);
  const accent = dice.pick(BEADS.filter((bead) => bead !== cloth.hex));
  const isLight = SKINS.indexOf(skin) >= FIRST_LIGHT;
  const isDeep = SKINS.indexOf(skin) <= LAST_DEEP;
  const hair = dice.pick(isLight && dice.roll() < 0.75 ? STRAIGHT : CURLY);
  const isFair = SKINS.indexOf(skin) >= FIRST_FAIR;
  const hairHex = dice.pick(isFair ? FAIR_HAIRS : isLight ? BROWN_HAIRS : DARK_HAIRS);
  const apart = dice.pick([11.5, 12, 12.5, 13]);
  const layers = drawHair(hair, { hex: hairHex, cloth: cloth.hex, trim: dice.pick(CLOTHS.filter((one) => one !== cloth)).hex, accent });
  const hidesEars = hair === 'hijab' || hair === 'phones' || hair === 'patka';
  const parts = [
    layers.back,
    drawShirt(dice.pick(SHIRTS), shirt.hex, trim.hex, skin.hex),
    drawHeadShape(dice.pick(SHAPES), hidesEars ? 'plain' : dice.pick(EARS, [10, 3, 2, 1]), skin.hex, accent),
    drawCheeks(dice.pick(CHEEKS, [8, 6, 2, 1, 1, 1]), skin.hex),
    drawNose(dice.pick([0, 1, 2], [2, 3, 3]), skin.hex),
    drawMouth(dice.pick(isDeep ? BRIGHT_MOUTHS : MOUTHS)),
    drawEyes(dice.pick(isDeep ? BRIGHT_EYES : EYES), apart),
    dice.roll() < 0.7 ? drawBrows(hairHex, apart, dice.pick([0, 1, 2])) : '',
    layers.front,
    drawGlasses(dice.pick(GLASSES, [12, 2, 1, 1]), dice.pick(RIMS), apart),
  ];
  const lean = dice.pick([-5, -3, -1, 0, 0, 1, 3, 5]);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120">',
    drawGround(dice.pick(GROUNDS, [4, 2, 2, 2, 2, 2, 1]), ground.hex, ground.tone, Math.round(dice.roll() * 50) / 50),
    `<g transform="translate(60 66)${lean === 0 ? '' : `rotate(${lean} 0 54)`}">${parts.join('')}</g></svg>`,
  ].join('');
}

function chooseSkin(dice: Dice): (typeof SKINS)[number] {
  return dice.pick(SKINS.slice(0, PEOPLE_SKINS), SKIN_WEIGHTS);
}

/** Chance that is always the same for the same seed (mulberry32). */
function diceOf(seed: string): Dice {
  if (!isSeed(seed)) throw new Error(`Not a seed: ${seed}`);
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
