import { z } from 'zod';

/** The slug of the post to send. */
export const campaignForm = z.object({ post: z.string() });
