import { z } from 'zod';
import { COLOUR_OPTIONS, COLOUR_SLOTS, NONE, PART_OPTIONS, PART_SLOTS, type ColourSlot, type PartSlot } from './look/schema.ts';
import { POSES } from './parts/schema.ts';
import { AVATAR_ACTIONS, GENERATED_HEAD, UPLOADED_HEAD, WEAR_FIELDS, type WearField } from './schema.ts';

/** What one of the editor's forms asks for. */
export const avatarActionSchema = z.object({ do: z.enum(AVATAR_ACTIONS) });

/** A round picture to choose: a template, the player's own picture, or the figure's own head. */
const headSchema = z.union([
  z.literal([GENERATED_HEAD, UPLOADED_HEAD]),
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .transform((template) => ({ template })),
]);
export type ChosenHead = z.output<typeof headSchema>;

const itemValueSchema = z.string().regex(/^:[a-z0-9-]{1,40}$/);
const isWearField = (slot: string): slot is WearField => slot in WEAR_FIELDS;

/** A part, or in some slots an item that the player owns. */
function slotSchema(slot: PartSlot) {
  const part = z.enum(PART_OPTIONS[slot] as readonly string[] as readonly [string, ...string[]]);
  return (isWearField(slot) ? z.union([part, itemValueSchema]) : part).optional();
}

function colourSchema(slot: ColourSlot) {
  return z.enum(COLOUR_OPTIONS[slot].map(({ id }) => id) as [string, ...string[]]).optional();
}

const onTopSchema = z.union([z.literal(NONE), itemValueSchema]).optional();

/** Chooses a round picture, parts, colours and items. What is not in the form stays as it is. */
const choiceSchema = z.object({
  template: headSchema.optional(),
  pose: z.enum(POSES).optional(),
  ...(Object.fromEntries(PART_SLOTS.map((slot) => [slot, slotSchema(slot)])) as Record<PartSlot, ReturnType<typeof slotSchema>>),
  ...(Object.fromEntries(COLOUR_SLOTS.map((slot) => [slot, colourSchema(slot)])) as Record<ColourSlot, ReturnType<typeof colourSchema>>),
  accessories: onTopSchema,
  faces: onTopSchema,
});
export const chooseAvatarSchema = choiceSchema.refine((chosen) => Object.values(chosen).some((value) => value !== undefined));
export type ChosenAvatar = z.output<typeof choiceSchema>;
