import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { PRODUCTION_SETTINGS } from '../../../tests/production-settings.ts';
import { createWorld } from '../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { eraseEmails, listOutbox, enqueueEmail, getOutboxMail, sendEmailJob } from './service.server.ts';

const letter = { to: 'amina@example.com', subject: 'Hello', heading: 'Karibu!', paragraphs: ['Words.'], notes: [] };

test('demo mode shows its mails, newest first', async () => {
  const world = await createWorld();
  expect(await listOutbox(world.ctx, VISITOR)).toEqual([]);
  for (const subject of ['one', 'two']) {
    await enqueueEmail(world.ctx, { ...letter, subject });
    expect(await world.ctx.jobs.drain(world.ctx, sendEmailJob, 5)).toBe(1);
    world.advanceClock(1);
  }
  const mails = await listOutbox(world.ctx, VISITOR);
  expect(mails.map(({ subject, to }) => [subject, to])).toEqual([
    ['two', 'amina@example.com'],
    ['one', 'amina@example.com'],
  ]);
  expect(await getOutboxMail(world.ctx, VISITOR, mails[1]?.name ?? '')).toEqual(mails[1]);
  for (const name of ['', '../secret', '../../etc/passwd', 'x.eml', `${mails[0]?.name}x`])
    await expect(getOutboxMail(world.ctx, VISITOR, name)).rejects.toMatchObject({ code: 'not-found', status: 404 });
});

test('a letter in a transaction that fails never leaves', async () => {
  const world = await createWorld();
  await enqueueEmail(world.ctx, letter);
  const failed = world.ctx.db.transaction().execute(async (trx) => {
    await enqueueEmail(world.ctx, { ...letter, subject: 'Never' }, trx);
    throw new Error('changed my mind');
  });
  await expect(failed).rejects.toThrow('changed my mind');
  expect((await world.mails()).map(({ subject }) => subject)).toEqual(['Hello']);
});

test('where mails really leave there is no outbox, in either mode', async () => {
  const smtp = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'hello@kiddo.example' };
  for (const env of [smtp, PRODUCTION_SETTINGS]) {
    const { ctx } = await createWorld(env);
    for (const actor of [VISITOR, SYSTEM]) {
      await expect(listOutbox(ctx, actor)).rejects.toMatchObject({ code: 'not-found' });
      await expect(getOutboxMail(ctx, actor, '1767225600000-one.eml')).rejects.toMatchObject({ code: 'not-found' });
    }
  }
});

test('letters about somebody are taken out of the post, also beside one that nobody can open any more', async () => {
  const world = await createWorld();
  await enqueueEmail(world.ctx, letter);
  await world.ctx.jobs.enqueue(sendEmailJob, { sealed: Buffer.alloc(60).toString('base64') });
  await enqueueEmail(world.ctx, { ...letter, to: 'brian@example.com' });
  await eraseEmails(world.ctx, (words) => words.includes('amina@example.com'));
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pgboss.job where name = ${sendEmailJob.name}`.execute(
    world.ctx.db,
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect((await world.mails()).map(({ to }) => to)).toEqual(['brian@example.com']);
});
