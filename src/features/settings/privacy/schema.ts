import type { AgeBand } from '../../../shared/permissions.ts';

/** Who may see or contact a player (spec 2, section 2: Everyone, Friends Only, Private). */
export const AUDIENCES = ['everyone', 'friends', 'private'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** A player's choices: who can see the profile, find the player and send friend requests; and whether the online status is visible. */
export type PrivacySettings = { profile: Audience; finding: Audience; asking: Audience; online: boolean };

/** The Privacy tab. `ageBand` limits the choices; null: not known, then there is nothing to say about it. */
export type PrivacyView = PrivacySettings & { ageBand: AgeBand | null };
