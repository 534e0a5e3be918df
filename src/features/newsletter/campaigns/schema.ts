/** A post, and whom it was mailed to. */
export type Campaign = { slug: string; title: string; date: string; mailed: number; waiting: number };
export type CampaignsView = { readers: number; posts: Campaign[] };
export type CampaignResult = { ok: true; slug: string } | { ok: false; error: string };
