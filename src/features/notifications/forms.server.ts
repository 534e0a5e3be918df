import { z } from 'zod';
import { NOTIFICATION_ACTIONS } from './schema.ts';

/** A notification's id; also the cursor of the list. */
export const notificationIdSchema = z.uuid();

/** Form of POST /notifications. */
export const notificationForm = z.discriminatedUnion('do', [
  z.object({ do: z.literal('read-all') }),
  z.object({ do: z.enum(NOTIFICATION_ACTIONS).exclude(['read-all']), id: notificationIdSchema }),
]);
