/** Pictures that wait for a look, the oldest first; or those that everybody sees, the latest first. */
export const REVIEW_STATES = ['waiting', 'approved'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** A picture as the team sees it. */
export type QueuedPicture = {
  id: string;
  url: string;
  player: { id: string; username: string; displayName: string };
  /** ISO. */
  createdAt: string;
  ageHours: number;
  late: boolean;
};
export type PictureQueue = { state: ReviewState; items: QueuedPicture[]; next: string | null; waiting: number; late: number };

export const VERDICTS = ['approve', 'refuse'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a decision answers; `picture` is what it was about. */
export type VerdictResult = { ok: true; verdict: Verdict; picture: string } | { ok: false; code: string; picture: string; note: string };
