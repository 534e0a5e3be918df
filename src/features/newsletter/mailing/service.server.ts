import type { AppContext } from '../../../context.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/refusal.ts';
import { viewBlog, viewPost } from '../../articles/service.server.ts';
import { postLetter } from '../../mail/service.server.ts';
import { log, nameOf } from '../../moderation/queries.server.ts';
import { BATCH } from '../rules.ts';
import { leaveUrl } from '../service.server.ts';
import { letters } from '../texts.ts';
import * as queries from './queries.server.ts';
import type { MailingView } from './schema.ts';

/** All of it is safe to do again: whoever got a post is known. */
const RETRY = { limit: 20, seconds: 5, secondsMax: 600 };
type Step = { slug: string; after: string | null };

/** One step of mailing a post: a job for each of some readers, and one for the next step, together or not at all. */
export const mailReaders = {
  name: 'newsletter.mail-readers',
  retry: RETRY,
  async run(ctx: AppContext, { slug, after }: Step) {
    await ctx.db.transaction().execute(async (trx) => {
      const readers = await queries.readersWithout(trx, slug, after, BATCH);
      for (const readerId of readers) await ctx.jobs.enqueue(mailReader, { slug, readerId }, trx as never);
      const last = readers.at(-1);
      if (last !== undefined && readers.length === BATCH) await ctx.jobs.enqueue(mailReaders, { slug, after: last }, trx as never);
    });
  },
};

/** Mails a post to one reader: that it is theirs is written in the same transaction that posts it, so that it never is twice. */
export const mailReader = {
  name: 'newsletter.mail-reader',
  retry: RETRY,
  async run(ctx: AppContext, { slug, readerId }: { slug: string; readerId: string }) {
    const { post } = await viewPost(ctx, slug);
    await ctx.db.transaction().execute(async (trx) => {
      const email = await queries.claim(trx, slug, readerId, ctx.now());
      if (email === null) return;
      const { title, description } = post;
      const letter = letters.post(email, { title, description, url: `${ctx.config.origin}/blog/${slug}` }, leaveUrl(ctx, readerId));
      await postLetter(ctx, { ...letter, canWait: true }, trx as never);
    });
  },
};

/** The posts, the newest first, and whom each was mailed to. @throws Refusal 'not-allowed' */
export async function viewMailing(ctx: AppContext, actor: Actor): Promise<MailingView> {
  authorize(actor, 'newsletter:mail');
  const { posts } = await viewBlog(ctx, { category: null, query: null });
  const slugs = posts.map((post) => post.slug);
  const { readers, of } = await queries.figures(ctx.db, slugs);
  return { readers, posts: posts.map(({ slug, title, date }) => ({ slug, title, date, ...(of.get(slug) ?? { mailed: 0, waiting: 0 }) })) };
}

/** Mails a post to all who read along and did not get it yet, with a line in the log. @throws Refusal 'not-allowed', 'not-found' */
export async function mailPost(ctx: AppContext, actor: Actor, slug: string): Promise<void> {
  authorize(actor, 'newsletter:mail');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { post } = await viewPost(ctx, slug);
  await ctx.db.transaction().execute(async (trx) => {
    const actorName = await nameOf(trx, actor.id);
    const entry = { action: 'newsletter-mail', subjectKind: 'post', subjectId: slug, note: post.title, details: {} };
    await log(trx, { id: ctx.newId(), actorId: actor.id, actorName, ...entry });
    await ctx.jobs.enqueue(mailReaders, { slug, after: null }, trx as never);
  });
}
