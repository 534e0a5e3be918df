import { z } from 'zod';
import { gameIdSchema } from '../catalogue/forms.server.ts';
import { SAVE_BYTES_MAX, SAVE_KINDS } from './schema.ts';

const REVISION_MAX = 2 ** 31 - 2;
/** Milliseconds since 1970, by the clock of a device that may be wrong. */
const deviceTime = z.coerce.number().int().min(0).max(8.64e15);
const revision = z.coerce.number().int().min(0).max(REVISION_MAX);

/** Form of POST /games/{id}/save. The service has checked the size of `save` before; whether it is JSON, it checks after. */
export const saveForm = z.object({
  /** Whose save the page takes this for (shared/viewer.ts). */
  owner: z.string().min(1).max(64),
  /** The opening of the game that saved. */
  writer: z.string().regex(/^[\w-]{8,64}$/),
  /** The revision that this save goes on from; 0: none that the device knows. */
  revision,
  /** When the player saved. */
  at: deviceTime,
  /** When the game was begun from nothing on the device; 0: it was not, or that is not known. */
  begun: deviceTime.default(0),
  best: z.coerce.number().optional(),
  lower: z.enum(['yes', 'no']).optional(),
  kind: z.enum(SAVE_KINDS).default('play'),
  save: z.string().min(1).max(SAVE_BYTES_MAX),
});

/** Forms of the page with all saves. `revision` is the one that it showed. */
export const savedGamesForm = z.object({ do: z.enum(['restore', 'delete']), game: gameIdSchema, revision });
