import fs from 'node:fs/promises';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../../shared/permissions.ts';
import { getBlog } from '../../articles/service.server.ts';
import { enqueueEmail, sendEmailJob } from '../../mail/service.server.ts';
import { BATCH_SIZE } from '../rules.ts';
import { unsubscribeFromNewsletter, urlForUnsubscribe } from '../service.server.ts';
import { startCampaign, sendToReaderJob, sendToReadersJob, getCampaignsView } from './service.server.ts';

/** Adds confirmed readers. @returns their ids */
async function addReaders(world: World, count: number, from = 0): Promise<string[]> {
  const rows = Array.from({ length: count }, (_, n) => ({
    id: world.ctx.newId(),
    address_hash: Buffer.from(`hash ${from + n}`),
    email: `r${from + n}@example.com`,
    confirmed_at: world.ctx.now(),
  }));
  await world.ctx.db.insertInto('newsletter_readers').values(rows).execute();
  return rows.map(({ id }) => id).toSorted();
}
async function firstPost(world: World): Promise<{ slug: string; title: string }> {
  const [post] = (await getBlog(world.ctx, { category: null, query: null })).posts;
  if (!post) throw new Error('the blog has no post');
  return post;
}
/** Runs the queued jobs. @returns the number of jobs that ran */
async function work(world: World): Promise<number> {
  let ran = 0;
  for (;;) {
    const now =
      (await world.ctx.jobs.drain(world.ctx, sendToReadersJob, 10)) + (await world.ctx.jobs.drain(world.ctx, sendToReaderJob, 100));
    if (now === 0) return ran;
    ran += now;
  }
}
const postsTo = async (world: World, title: string) =>
  (await world.mails())
    .filter(({ subject }) => subject === title)
    .map(({ to }) => to)
    .toSorted();

test('a post goes to each reader once, however often it is asked for; later ones get it too', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const { slug, title } = await firstPost(world);
  await addReaders(world, 3);
  await world.ctx.db
    .insertInto('newsletter_readers')
    .values({ id: world.ctx.newId(), address_hash: Buffer.from('x'), email: 'pending@example.com' })
    .execute();
  expect(await getCampaignsView(world.ctx, ops)).toMatchObject({
    readers: 3,
    posts: expect.arrayContaining([expect.objectContaining({ slug, mailed: 0, waiting: 3 })]),
  });
  for (let time = 0; time < 2; time++) await startCampaign(world.ctx, ops, { post: slug });
  await work(world);
  expect(await postsTo(world, title)).toEqual(['r0@example.com', 'r1@example.com', 'r2@example.com']);
  await addReaders(world, 1, 3);
  expect(await getCampaignsView(world.ctx, ops)).toMatchObject({
    readers: 4,
    posts: expect.arrayContaining([expect.objectContaining({ slug, mailed: 3, waiting: 1 })]),
  });
  await startCampaign(world.ctx, ops, { post: slug });
  await work(world);
  expect(await postsTo(world, title)).toEqual(['r0@example.com', 'r1@example.com', 'r2@example.com', 'r3@example.com']);
  const log = await world.ctx.db.selectFrom('audit_log').select(['actor_name', 'action', 'subject_kind', 'subject_id']).execute();
  expect(log).toEqual(
    Array.from({ length: 3 }, () => ({ actor_name: 'ops', action: 'newsletter-mail', subject_kind: 'post', subject_id: slug })),
  );
});

test('each letter has its own way out, by a link and for the mail program', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  const { slug } = await firstPost(world);
  const [id = ''] = await addReaders(world, 1);
  await startCampaign(world.ctx, ops, { post: slug });
  await work(world);
  await world.mails();
  const folder = path.join(world.ctx.config.dataDir, 'outbox');
  const [file = ''] = await fs.readdir(folder);
  const mail = await PostalMime.parse(await fs.readFile(path.join(folder, file)));
  const header = (key: string) => mail.headers.find((each) => each.key === key)?.value;
  const leave = urlForUnsubscribe(world.ctx, id);
  expect([header('list-unsubscribe'), header('list-unsubscribe-post')]).toEqual([`<${leave}>`, 'List-Unsubscribe=One-Click']);
  expect(mail.text).toContain(leave);
  expect(mail.text).toContain(`${world.ctx.config.origin}/blog/${slug}`);
});

test('more readers than one step takes: all get it, once, also when every step and job runs again', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  const { slug, title } = await firstPost(world);
  const ids = await addReaders(world, BATCH_SIZE + 5);
  await startCampaign(world.ctx, ops, { post: slug });
  // The first batch runs; then, as if the process had crashed, it runs again from its start.
  expect(await world.ctx.jobs.drain(world.ctx, sendToReadersJob, 1)).toBe(1);
  await sendToReadersJob.run(world.ctx, { slug, after: null });
  await work(world);
  for (const readerId of ids.slice(0, 3)) await sendToReaderJob.run(world.ctx, { slug, readerId });
  const { rows } = await world.ctx.db
    .selectFrom('newsletter_deliveries')
    .select((each) => each.fn.countAll<number>().as('n'))
    .execute()
    .then((all) => ({ rows: all }));
  expect(Number(rows[0]?.n)).toBe(BATCH_SIZE + 5);
  // The outbox returns at most 100 emails, so count the files.
  await world.mails();
  const sent = (await fs.readdir(path.join(world.ctx.config.dataDir, 'outbox'))).length;
  expect([sent, (await postsTo(world, title)).length]).toEqual([BATCH_SIZE + 5, 100]);
}, 60_000);

test('a mail that somebody waits for overtakes a post that goes to many', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  const { slug, title } = await firstPost(world);
  await addReaders(world, 12);
  await startCampaign(world.ctx, ops, { post: slug });
  await work(world);
  world.advanceClock(60);
  await enqueueEmail(world.ctx, { to: 'new@example.com', subject: 'Confirm your email', heading: 'x', paragraphs: [], notes: [] });
  expect(await world.ctx.jobs.drain(world.ctx, sendEmailJob, 1)).toBe(1);
  expect((await world.ctx.outbox?.list(5))?.map(({ to }) => to)).toEqual(['new@example.com']);
  expect(await postsTo(world, title)).toHaveLength(12);
});

test('who leaves before their turn gets nothing; who left and came back does not get the same post again', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ role: 'operator' });
  const { slug, title } = await firstPost(world);
  const [first = '', second = ''] = await addReaders(world, 2);
  const leave = (id: string) => unsubscribeFromNewsletter(world.ctx, VISITOR, urlForUnsubscribe(world.ctx, id).split('/').at(-1) ?? '');
  await startCampaign(world.ctx, ops, { post: slug });
  await world.ctx.jobs.drain(world.ctx, sendToReadersJob, 1);
  await leave(second);
  await work(world);
  expect(await postsTo(world, title)).toHaveLength(1);
  await leave(first);
  await world.ctx.db
    .updateTable('newsletter_readers')
    .set({ email: 'back@example.com', confirmed_at: world.ctx.now() })
    .where('id', '=', first)
    .execute();
  await startCampaign(world.ctx, ops, { post: slug });
  await work(world);
  expect(await postsTo(world, title)).toHaveLength(1);
});

test('nobody else mails, and only a post that is there', async () => {
  const world = await createWorld();
  const { slug } = await firstPost(world);
  for (const [actor, code] of [
    [VISITOR, 'sign-in-required'],
    [SYSTEM, 'not-allowed'],
    [await world.addPlayer(), 'not-allowed'],
    [await world.addPlayer({ role: 'moderator' }), 'not-allowed'],
  ] as const) {
    await expect(getCampaignsView(world.ctx, actor)).rejects.toMatchObject({ code });
    await expect(startCampaign(world.ctx, actor, { post: slug })).rejects.toMatchObject({ code });
  }
  const ops = await world.addPlayer({ role: 'operator' });
  await expect(startCampaign(world.ctx, ops, { post: 'no-such-post' })).rejects.toMatchObject({ code: 'not-found' });
  expect(await work(world)).toBe(0);
});

test('a post that is withdrawn while it is sent goes to nobody else', async () => {
  const world = await createWorld();
  const ops = await world.addPlayer({ username: 'ops', role: 'operator' });
  const { slug, title } = await firstPost(world);
  await addReaders(world, 2);
  await startCampaign(world.ctx, ops, { post: slug });
  await world.ctx.db
    .insertInto('text_versions')
    .values({ id: world.ctx.newId(), kind: 'blog', slug, number: 1, state: 'withdrawn', front: '{}', body: '', saved_at: world.ctx.now() })
    .execute();
  world.advanceClock(6);
  expect(await work(world)).toBe(3);
  expect(await postsTo(world, title)).toEqual([]);
});
