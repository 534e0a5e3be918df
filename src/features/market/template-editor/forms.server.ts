import { z } from 'zod';
import { noteSchema } from '../../audit-log/forms.server.ts';
import { checkboxSchema, lineSchema, positionSchema } from '../admin/forms.server.ts';
import { NAME_MAX, STYLE_MAX } from '../admin/schema.ts';

/** The form of a template for heads. */
export const templateSchema = z.object({
  name: lineSchema(NAME_MAX),
  style: z
    .string()
    .trim()
    .toLowerCase()
    .max(STYLE_MAX)
    .regex(/^[a-z0-9-]+$/),
  position: positionSchema,
  isPremium: checkboxSchema,
  isListed: checkboxSchema,
  note: noteSchema,
});
export type TemplateForm = z.output<typeof templateSchema>;
