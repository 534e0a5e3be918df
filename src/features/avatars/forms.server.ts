import { z } from 'zod';
import { SKINS } from './body.rules.ts';
import { AVATAR_ACTIONS, GENERATED_HEAD, UPLOADED_HEAD } from './schema.ts';

/** What one of the editor's forms asks for. */
export const avatarActionSchema = z.object({ do: z.enum(AVATAR_ACTIONS) });

/** A head to choose: a template, the player's own picture, or the generated one. */
const headSchema = z.union([
  z.literal([GENERATED_HEAD, UPLOADED_HEAD]),
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/)
    .transform((template) => ({ template })),
]);
export type ChosenHead = z.output<typeof headSchema>;

/** Chooses a head and, optionally, a skin colour. */
export const chooseAvatarSchema = z.object({ template: headSchema, skin: z.enum(SKINS.map(({ hex }) => hex)).optional() });
