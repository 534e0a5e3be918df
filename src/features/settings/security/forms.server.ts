import { z } from 'zod';
import { isId } from '../../../shared/ids.ts';
import { passwordSchema } from '../../accounts/forms.server.ts';
import { typedCode, typedPassword } from '../forms.server.ts';
import { isTotpKey } from './rules.ts';

const required = z.string('empty').min(1, 'empty');

/** A new password. Its characters are checked last, when the two fields are the same (spec 2, section 5). */
export const changePasswordForm = z
  .object({ current: required, password: required, confirm: required })
  .refine(({ password, confirm }) => password === confirm, { path: ['confirm'], message: 'differ' })
  .pipe(z.object({ current: z.string(), password: passwordSchema, confirm: z.string() }));

/** The forms that need nothing but the current password and, for a change of two-factor while it is on, a code. */
export const reauthenticationForm = z.object({ current: typedPassword, code: typedCode });

export const endSessionForm = z.object({ session: z.string().refine(isId).optional().catch(undefined) });

/** The key is sent back, so that the page can show it again after a wrong code. */
export const confirmTwoFactorForm = z.object({
  key: z.string().refine(isTotpKey).optional().catch(undefined),
  code: z
    .string()
    .default('')
    .transform((code) => code.replace(/\s/g, '')),
});
