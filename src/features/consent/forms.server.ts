import { z } from 'zod';
import { CONSENTS } from '../../shared/consent.ts';

/** Form of POST /consent: the choice, and the path of the page that showed the question. */
export const consentForm = z.object({ choice: z.enum(CONSENTS), returnUrl: z.string().optional() });
