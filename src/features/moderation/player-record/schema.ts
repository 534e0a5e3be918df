import type { ActionResult } from '../../../shared/action-result.ts';
import type { AgeBand } from '../../../shared/permissions.ts';

/** Names that a player had, and until when (ISO). */
type FormerName = { username: string; displayName: string; until: string };

/** A device on which a player is signed in: what it is called, if it is known, and when it was there last (ISO). Never where it is. */
type SignedInDevice = { id: string; browser: string | null; system: string | null; lastSeen: string };

/** A picture that a player uploaded. `state` 'deleted': they or the team deleted it. */
export type UploadedPictureEntry = { id: string; state: 'waiting' | 'approved' | 'refused' | 'deleted'; at: string };

/** A note of the team. */
type TeamNote = { id: string; at: string; actor: string; note: string };

/** What the team knows of a player besides the reports about them. */
export type PlayerRecord = {
  playerId: string;
  ageBand: AgeBand | null;
  /** Newest first. */
  formerNames: FormerName[];
  /** Reports that the player sent, about players and games, and of how many something came. */
  reportsSent: { count: number; upheld: number };
  /** Reports about the player, and how many players sent them. */
  reportsReceived: { count: number; reporters: number };
  friendCount: number;
  /** What the text filter refused in the last days, by kind, most frequent first; kinds only, no texts. */
  refusedKinds: { kind: string; times: number }[];
  devices: SignedInDevice[];
  /** Newest first. */
  pictures: UploadedPictureEntry[];
  /** For operators: how many payments went through, their sum in cents of a shilling, and when the last one was. */
  payments: { count: number; totalMinor: number; lastAt: string | null } | null;
  /** Newest first. */
  notes: TeamNote[];
};

/** Result of writing a note. */
export type NoteResult = ActionResult<{ do: 'note' }>;
