import type { ActionResult } from '../../../shared/action-result.ts';

/** Pictures that wait for review, oldest first; or approved pictures, newest first. */
export const REVIEW_STATES = ['waiting', 'approved'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A picture as moderators see it. */
export type QueuedPicture = {
  id: string;
  url: string;
  player: { id: string; username: string; displayName: string; isTeam: boolean };
  /** ISO 8601. */
  createdAt: string;
  ageHours: number;
  late: boolean;
};
export type PictureQueue = { state: ReviewState; items: QueuedPicture[]; next: string | null; waiting: number; late: number };

/** One picture on its page. `picture`: null if somebody decided, or its player took it back. */
export type PictureCase = { id: string; picture: QueuedPicture | null; state: ReviewState };

export const VERDICTS = ['approve', 'refuse'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** The result of a decision; `picture` is the id of the picture it was about. A failure has it among its `values`. */
export type VerdictResult = ActionResult<{ verdict: Verdict; picture: string }>;
