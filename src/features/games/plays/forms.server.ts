import { z } from 'zod';

/** A play's id: the last part of /plays/{playId}. */
export const playIdSchema = z.uuid();

/** Form of POST /games/{id}/plays. The browser may choose the play's id; what is no id counts as absent. */
export const startPlayForm = z.object({ id: playIdSchema.optional().catch(undefined) });

/** The same form for an offline play: `late` is the play's id, `at` its start time, in milliseconds since 1970. */
export const offlinePlayForm = z.object({ late: playIdSchema, at: z.coerce.number() });
