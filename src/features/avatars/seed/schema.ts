import { z } from 'zod';

/** Templates that ship with the site: templates.json, with a drawing `{id}.svg` beside it for each. */
export const seedTemplatesSchema = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.string().min(1).max(60),
    style: z.string().regex(/^[a-z0-9-]{1,30}$/),
    isPremium: z.boolean(),
    /** Its position in the editor. */
    place: z.int(),
  }),
);
export type SeedTemplate = z.infer<typeof seedTemplatesSchema>[number];
