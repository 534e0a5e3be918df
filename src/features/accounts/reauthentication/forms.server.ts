import { z } from 'zod';

/** What somebody of the team proves themselves with again: a code of the second step, or the password; which of the two depends on the account. */
export const proofFields = { code: z.string().trim().max(64).default(''), password: z.string().max(200).default('') };
