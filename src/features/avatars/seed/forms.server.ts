import { z } from 'zod';
import type { SeedTemplate } from './schema.ts';

/** Templates that ship with the site: templates.json, with a drawing `{id}.svg` beside it for each. */
export const seedTemplatesSchema: z.ZodType<SeedTemplate[]> = z.array(
  z.object({
    id: z.string().regex(/^[a-z0-9-]{1,40}$/),
    name: z.string().min(1).max(60),
    style: z.string().regex(/^[a-z0-9-]{1,30}$/),
    isPremium: z.boolean(),
    position: z.int(),
  }),
);
