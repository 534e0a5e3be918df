import { z } from 'zod';

/** Form of POST /games/{id}/favorite: whether the game is to be a favorite. */
export const favoriteForm = z.object({ on: z.enum(['yes', 'no']).transform((on) => on === 'yes') });

/** Form of POST /games/{id}/rating: 1 to 5 stars. */
export const ratingForm = z.object({
  stars: z
    .string()
    .regex(/^[1-5]$/)
    .transform(Number),
});

/** Form of POST /profile/history. */
export const historyForm = z.object({ do: z.literal('clear') });
