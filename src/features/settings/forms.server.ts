import { z } from 'zod';

/** A checkbox. Browsers do not submit an unchecked one. */
export const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');
