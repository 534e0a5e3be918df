import type { ActionResult } from '../../../shared/action-result.ts';

/** A post, with the number of readers it was sent to and the number still waiting. */
export type Campaign = { slug: string; title: string; date: string; mailed: number; waiting: number };
export type CampaignsView = {
  readers: number;
  /** The newsletter is switched off: no post can be sent, and what is being sent waits. */
  isSwitchedOff: boolean;
  posts: Campaign[];
};
/** The result of sending a post. */
export type CampaignResult = ActionResult<{ slug: string }>;
