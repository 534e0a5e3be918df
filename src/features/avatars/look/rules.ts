import { CLOTH_COLOURS, findColour, GROUND_COLOURS, NONE, PART_SLOTS, type ColourSlot, type Look } from './schema.ts';
import { mix, toHairTones, toSkinTones, type Tones } from '../tones.rules.ts';

/** The parts of every figure. */
const BASE_PARTS = ['base/body', 'base/head'];

/** Which slot an item of a category replaces while it is worn; the others come on top. */
const REPLACED_SLOTS: Record<string, (typeof PART_SLOTS)[number]> = { hats: 'hats', shirts: 'tops', pants: 'bottoms', gear: 'gear' };

/**
 * The names of a look's parts.
 * @param wornCategories categories in which an item is worn instead
 */
export function listPartNames(look: Look, wornCategories: readonly string[]): string[] {
  const replaced = new Set(wornCategories.map((category) => REPLACED_SLOTS[category]));
  return [...BASE_PARTS, ...PART_SLOTS.filter((slot) => look[slot] !== NONE && !replaced.has(slot)).map((slot) => `${slot}/${look[slot]}`)];
}

/** All colours of a look. */
export function toTones(look: Look): Tones {
  const hex = (slot: ColourSlot) => findColour(slot, look[slot])?.hex ?? '#ffffff';
  const skin = hex('skin');
  const ground = GROUND_COLOURS.find(({ id }) => id === look.groundColour);
  const wrap = findCloth(look.wrapColour);
  return {
    ...toSkinTones(skin),
    ...toHairTones(hex('hairColour'), skin),
    ...toClothTones('top', look.topColour),
    ...toClothTones('bottom', look.bottomColour),
    ...toClothTones('shoe', look.shoeColour),
    ...toClothTones('hat', look.hatColour),
    ...toClothTones('gear', look.gearColour),
    wrap: wrap.hex,
    'wrap-shade': mix(wrap.hex, '#0c1440', 0.35),
    bead: wrap.hex === '#ffffff' ? wrap.hex : mix(wrap.hex, '#fff3dc', 0.12),
    'bead-2': wrap.accent,
    ground: ground?.hex ?? '#ffc629',
    'ground-2': ground?.pattern ?? '#ffb300',
  };
}

function toClothTones(name: string, id: string): Tones {
  const { hex, trim, accent } = findCloth(id);
  return { [name]: hex, [`${name}-2`]: trim, [`${name}-3`]: accent };
}

function findCloth(id: string) {
  return CLOTH_COLOURS.find((each) => each.id === id) ?? { hex: '#ffffff', trim: '#0c2a30', accent: '#ffc629' };
}
