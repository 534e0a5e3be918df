import { z } from 'zod';

/** A game's public id: the last part of /games/{id}. */
export const gameIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/);
