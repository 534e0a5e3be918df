import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../../tests/world.ts';
import { enqueueEmail } from '../../mail/service.server.ts';
import { createProbes, getCheckedUrls } from './service.server.ts';

// How the probes find a site that is slow, down or not there: checks/service.test.ts.

test('in production visitors’ own addresses are checked', async () => {
  const { config } = (await createWorld()).ctx;
  const production = { ...config, mode: 'production', origin: 'https://kiddo.example', gamesOrigin: 'https://games.example' } as const;
  expect(getCheckedUrls(production)).toEqual({ siteUrl: 'https://kiddo.example', gamesUrl: 'https://games.example' });
  expect(getCheckedUrls({ ...config, host: '0.0.0.0', port: 3930, gamesPort: 3931 })).toEqual({
    siteUrl: 'http://localhost:3930',
    gamesUrl: 'http://localhost:3931',
  });
});

test('mail is slow or down by the oldest mail that should have gone; one bad mailbox, or bulk mail, is neither', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const check = async () => (await createProbes(ctx).mail(AbortSignal.timeout(5_000)))?.state ?? 'works';
  const content = { to: 'a@example.com', subject: 'Hi', heading: 'Hi', paragraphs: [], notes: [] };
  await enqueueEmail(ctx, { ...content, canWait: true });
  await enqueueEmail(ctx, content);
  await sql`update pgboss.job set state = 'retry', output = '{"message":"MailRefusedError: 550"}' where name = 'mail.send' and priority = 0`.execute(
    ctx.db,
  );
  world.advanceClock(2 * 3600);
  expect(await check()).toBe('works');
  // Mailboxes that are full, for a while.
  const fail = async () => {
    await enqueueEmail(ctx, content);
    await sql`update pgboss.job set state = 'retry', output = '{"message":"Error: 452 amina@example.com is full"}' where name = 'mail.send'
      and state = 'created' and priority = 0`.execute(ctx.db);
  };
  await fail();
  await fail();
  expect(await createProbes(ctx).mail(AbortSignal.timeout(5_000))).toEqual({ state: 'works', error: 'Error: 452 *** is full' });
  await fail();
  expect(await check()).toBe('down');
  await sql`delete from pgboss.job where state = 'retry'`.execute(ctx.db);
  await enqueueEmail(ctx, content);
  expect(await check()).toBe('down');
  world.advanceClock(-2 * 3600 + 11 * 60);
  expect(await check()).toBe('slow');
});
