/** Pictures that wait for a look, the oldest first; or those that everybody sees, the latest first. */
export const SHOWN = ['waiting', 'approved'] as const;
export type Shown = (typeof SHOWN)[number];

/** A picture as the team sees it. */
export type JudgedPicture = {
  id: string;
  address: string;
  player: { id: string; username: string; displayName: string };
  /** ISO. */
  createdAt: string;
  ageHours: number;
  late: boolean;
};
export type PictureQueue = { shown: Shown; items: JudgedPicture[]; next: string | null; waiting: number; late: number };

export const VERDICTS = ['approve', 'refuse'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a decision answers; `picture` is what it was about. */
export type VerdictAnswer = { ok: true; verdict: Verdict; picture: string } | { ok: false; code: string; picture: string; note: string };
