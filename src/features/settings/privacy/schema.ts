import { z } from 'zod';

/** Who may see or contact a player (spec 2, section 2: Everyone, Friends Only, Private). */
export const AUDIENCES = ['everyone', 'friends', 'private'] as const;
export type Audience = (typeof AUDIENCES)[number];

const audience = z.enum(AUDIENCES);

/** The Privacy tab: who can see the profile, find the player and send friend requests; and whether the online status is visible. */
export const privacyForm = z.object({
  profile: audience,
  finding: audience,
  asking: audience,
  // Browsers do not submit an unchecked checkbox.
  online: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
});
export type PrivacySettings = z.infer<typeof privacyForm>;
