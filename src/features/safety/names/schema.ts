import type { ModerationCategory } from '../filter/schema.ts';

/**
 * Why a name is refused that no word list refuses: it sounds like the team, has a sign that looks like the team's badge, letters of several
 * scripts, too many marks on a letter, or other signs that names cannot have.
 */
export type NameFlaw = 'staff' | 'badge' | 'scripts' | 'marks' | 'signs';

/** Null: the name is accepted. */
export type NameResult = null | { kind: ModerationCategory | NameFlaw };
