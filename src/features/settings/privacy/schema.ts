import { z } from 'zod';

/** Who may do something about a player (spec 2, section 2: Everyone, Friends Only, Private). */
export const AUDIENCES = ['everyone', 'friends', 'private'] as const;
export type Audience = (typeof AUDIENCES)[number];

const audience = z.enum(AUDIENCES);

/** The Privacy tab: who sees the profile, may find and may ask; and whether being online shows. */
export const privacyForm = z.object({
  profile: audience,
  finding: audience,
  asking: audience,
  // A box that is not ticked is not sent.
  online: z
    .literal('on')
    .optional()
    .transform((value) => value === 'on'),
});
export type PrivacySettings = z.infer<typeof privacyForm>;
