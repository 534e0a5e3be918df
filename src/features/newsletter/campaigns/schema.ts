/** A post, with the number of readers it was sent to and the number still waiting. */
export type Campaign = { slug: string; title: string; date: string; mailed: number; waiting: number };
export type CampaignsView = { readers: number; posts: Campaign[] };
export type CampaignResult = { ok: true; slug: string } | { ok: false; error: string };
