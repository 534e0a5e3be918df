import type { AppContext } from '../../../context.server.ts';
import { parseFormOrThrow, type FormFields } from '../../../shared/parse-form.server.ts';
import { authorize, type Actor } from '../../../shared/permissions.ts';
import { AppError } from '../../../shared/app-error.ts';
import { getBlog, getPost } from '../../articles/service.server.ts';
import { isFeatureEnabled, requireFeature } from '../../feature-flags/service.server.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { BATCH_SIZE } from '../rules.ts';
import { urlForUnsubscribe } from '../service.server.ts';
import { emailTemplates } from '../texts.ts';
import * as queries from './queries.server.ts';
import { campaignForm } from './forms.server.ts';
import type { CampaignResult, CampaignsView } from './schema.ts';
import { insertAuditEntry, getUsername } from '../../audit-log/queries.server.ts';

/** All jobs are safe to retry, because each delivery is recorded. */
const RETRY = { limit: 20, seconds: 5, secondsMax: 600 };
/** After how long sending looks again that finds the newsletter switched off, in seconds. */
const LATER_SECONDS = 300;
type BatchPayload = { slug: string; after: string | null };

/** One batch of sending a post: enqueues a job for each reader in it and one for the next batch, in one transaction. */
export const sendToReadersJob = {
  name: 'newsletter.send-campaign',
  retry: RETRY,
  async run(ctx: AppContext, { slug, after }: BatchPayload) {
    if (await isWaiting(ctx)) return sendLater(ctx, slug);
    await ctx.db.transaction().execute(async (trx) => {
      const readers = await queries.listPendingReaders(trx, slug, after, BATCH_SIZE);
      for (const readerId of readers) await ctx.jobs.enqueue(sendToReaderJob, { slug, readerId }, trx);
      const last = readers.at(-1);
      if (last !== undefined && readers.length === BATCH_SIZE) await ctx.jobs.enqueue(sendToReadersJob, { slug, after: last }, trx);
    });
  },
};

/** Sends a post to one reader, unless it was withdrawn meanwhile. The delivery is recorded in the transaction that enqueues the email, so it is never sent twice. */
export const sendToReaderJob = {
  name: 'newsletter.send-to-reader',
  retry: RETRY,
  async run(ctx: AppContext, { slug, readerId }: { slug: string; readerId: string }) {
    if (await isWaiting(ctx)) return sendLater(ctx, slug);
    const { posts } = await getBlog(ctx, { category: null, query: null });
    const post = posts.find((each) => each.slug === slug);
    if (!post) return;
    await ctx.db.transaction().execute(async (trx) => {
      const email = await queries.claimDelivery(trx, slug, readerId, ctx.now());
      if (email === null) return;
      const { title, description } = post;
      const content = emailTemplates.post(
        email,
        { title, description, url: `${ctx.config.origin}/blog/${slug}` },
        urlForUnsubscribe(ctx, readerId),
      );
      await enqueueEmail(ctx, { ...content, canWait: true }, trx);
    });
  },
};

/** Whether what is being sent waits, because an operator switched the newsletter off. */
async function isWaiting(ctx: AppContext): Promise<boolean> {
  return !(await isFeatureEnabled(ctx, 'newsletter'));
}

/**
 * Looks later for the readers who did not get a post, from the first one on. However many jobs find the newsletter switched off, one waits
 * for a post: there may be 100,000 readers.
 */
async function sendLater(ctx: AppContext, slug: string): Promise<void> {
  const atMostOnce = { key: slug, seconds: LATER_SECONDS - 1 };
  await ctx.jobs.enqueue({ ...sendToReadersJob, delaySeconds: LATER_SECONDS, atMostOnce }, { slug, after: null });
}

/** The posts, newest first, with their delivery counts. @throws AppError 'not-allowed' */
export async function getCampaignsView(ctx: AppContext, actor: Actor): Promise<CampaignsView> {
  authorize(actor, 'newsletter:send');
  const [{ posts }, isOpen] = await Promise.all([getBlog(ctx, { category: null, query: null }), isFeatureEnabled(ctx, 'newsletter')]);
  const slugs = posts.map((post) => post.slug);
  const { readers, byPost: statsByPost } = await queries.getCampaignStats(ctx.db, slugs);
  return {
    readers,
    isSwitchedOff: !isOpen,
    posts: posts.map(({ slug, title, date }) => ({ slug, title, date, ...(statsByPost.get(slug) ?? { mailed: 0, waiting: 0 }) })),
  };
}

/**
 * Sends a post to all readers who did not get it yet, and adds an audit log entry.
 * @param fields `post`: its slug
 * @throws AppError 'not-allowed', 'not-found', 'switched-off'
 */
export async function startCampaign(ctx: AppContext, actor: Actor, fields: FormFields): Promise<CampaignResult> {
  authorize(actor, 'newsletter:send');
  if (actor.kind !== 'player') throw new AppError('not-allowed');
  const { post: slug } = parseFormOrThrow(campaignForm, fields);
  await requireFeature(ctx, 'newsletter');
  const { post } = await getPost(ctx, slug);
  await ctx.db.transaction().execute(async (trx) => {
    const actorName = await getUsername(trx, actor.id);
    const entry = { action: 'newsletter-mail', subjectKind: 'post', subjectId: slug, note: post.title, details: {} };
    await insertAuditEntry(trx, { id: ctx.newId(), actorId: actor.id, actorName, ...entry });
    await ctx.jobs.enqueue(sendToReadersJob, { slug, after: null }, trx);
  });
  return { ok: true, slug };
}
