import type { PlayerSummary } from '../../friends/schema.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

/** Maximum characters of what is searched for: as many as an email address has. */
export const SEARCH_TEXT_MAX = 254;
/** Fewer characters find only who is called exactly that: parts of names that short are in too many. */
export const PART_LENGTH_MIN = 3;

/** By what a player was found. 'address' and 'payment' are for operators. */
export type FoundBy = 'id' | 'name' | 'former-name' | 'address' | 'payment' | 'erased';

/** A player who was found. */
export type FoundPlayer = {
  player: PlayerSummary;
  foundBy: FoundBy;
  /** The former names that fit; null if others do. */
  former: { username: string; displayName: string; until: string } | null;
  ageBand: AgeBand | null;
  isBanned: boolean;
  isMuted: boolean;
  isLeaving: boolean;
  /** Number of open reports about them. */
  openReports: number;
  /** The account was deleted, and this is what is kept of a case. */
  isErased: boolean;
};

/** The result of a search; `hasMore`: there are others. */
export type PlayerSearchResult = { items: FoundPlayer[]; hasMore: boolean };
