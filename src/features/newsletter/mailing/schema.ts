/** A post, and whom it was mailed to. */
export type MailedPost = { slug: string; title: string; date: string; mailed: number; waiting: number };
export type MailingView = { readers: number; posts: MailedPost[] };
export type MailingAnswer = { ok: true; slug: string } | { ok: false; fault: string };
