import { z } from 'zod';

/** A checkbox. Browsers do not submit an unchecked one. */
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** What somebody of the team wants to be called for. */
export const alertSettingsForm = z.object({ urgent: checkbox, dueSoon: checkbox, digest: checkbox });
