import { z } from 'zod';

/** A checkbox. Browsers do not submit an unchecked one. */
const checkbox = z
  .literal('on')
  .optional()
  .transform((value) => value === 'on');

/** Which mails somebody of the team wants. */
export const alertSettingsForm = z.object({ urgent: checkbox, dueSoon: checkbox, digest: checkbox });
