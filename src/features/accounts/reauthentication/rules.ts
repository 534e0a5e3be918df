import type { RateLimit } from '../../../shared/rate-limit.ts';

/** Two-factor codes that a signed-in player types again. As many as may be wrong in a row at sign-in. */
export const CODE_AGAIN_LIMIT: RateLimit = { name: 'code-again', points: 10, seconds: 900 };
