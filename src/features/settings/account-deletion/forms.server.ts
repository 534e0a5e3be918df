import { z } from 'zod';

/** The token in the emailed link. */
export const deletionToken = z.string().regex(/^[\w-]{32}$/);
