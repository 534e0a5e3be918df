import { z } from 'zod';
import { BADGE_CLOTHS, BADGE_COLORS, BADGE_SHAPES, BADGE_SIGNS } from '../badge/schema.ts';
import { GROUP_LIMITS } from '../schema.ts';

/** One line of text, as the names of players are: spaces are joined, and what cannot be seen is refused. */
const singleLine = (max: number) =>
  z
    .string('empty')
    .max(max * 4, 'long')
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Co}\p{Cn}]/u.test(text), 'characters')
    .transform((text) => text.normalize('NFC').replaceAll(/\s+/g, ' ').trim());

/** Characters as people count them, and as the database does. */
const lengthOf = (text: string) => Array.from(text).length;

const name = singleLine(GROUP_LIMITS.nameMax)
  .refine((text) => text !== '', { error: 'empty', abort: true })
  .refine((text) => lengthOf(text) >= GROUP_LIMITS.nameMin, { error: 'short', abort: true })
  .refine((text) => lengthOf(text) <= GROUP_LIMITS.nameMax, { error: 'long', abort: true })
  .refine((text) => /[\p{L}\p{N}]/u.test(text), 'characters');
const motto = singleLine(GROUP_LIMITS.mottoMax).refine((text) => lengthOf(text) <= GROUP_LIMITS.mottoMax, 'long');

/** What a group is called and looks like. */
export const groupForm = z.object({
  name,
  motto: motto.default(''),
  shape: z.enum(BADGE_SHAPES, 'choice'),
  color: z.enum(BADGE_COLORS, 'choice'),
  cloth: z.enum(BADGE_CLOTHS, 'choice'),
  sign: z.enum(BADGE_SIGNS, 'choice'),
});
