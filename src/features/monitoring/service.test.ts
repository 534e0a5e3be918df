import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { sendEmailJob } from '../mail/service.server.ts';
import { readSiteFigures } from './service.server.ts';

test('what is due is counted by queue with the age of the oldest; mails that are tried again later count as waiting and not as old', async () => {
  const { ctx } = await createWorld();
  const mail = sendEmailJob.name;
  const other = { name: 'test.other', retry: sendEmailJob.retry };
  await ctx.jobs.prepare([sendEmailJob, other]);
  expect(await readSiteFigures(ctx, SYSTEM, [mail, other.name, 'not.there'])).toEqual({
    queues: [mail, other.name, 'not.there'].map((name) => ({ name, waiting: 0, oldestSeconds: 0 })),
    mails: { waiting: 0, oldestSeconds: 0 },
    backedUpAt: null,
    fullyBackedUpAt: null,
    archivedAt: null,
  });
  await sql`
    insert into pgboss.job (name, data, state, start_after, created_on) values
      (${mail}, '{}', 'created', now() - interval '10 minutes', now() - interval '10 minutes'),
      (${mail}, '{}', 'created', now() - interval '1 minute', now() - interval '1 minute'),
      (${mail}, '{}', 'retry', now() + interval '1 hour', now() - interval '5 hours'),
      (${mail}, '{}', 'completed', now() - interval '9 hours', now() - interval '9 hours'),
      (${other.name}, '{}', 'created', now() + interval '1 hour', now()),
      (${other.name}, '{}', 'active', now() - interval '1 hour', now())`.execute(ctx.db);
  const { queues, mails } = await readSiteFigures(ctx, SYSTEM, [mail, other.name]);
  expect(queues.map(({ name, waiting }) => [name, waiting])).toEqual([
    [mail, 2],
    [other.name, 0],
  ]);
  const rounded = [queues[0]?.oldestSeconds, mails.oldestSeconds].map((seconds) => Math.round((seconds ?? 0) / 60));
  expect([mails.waiting, ...rounded]).toEqual([3, 10, 10]);
});

test('the last backup is what the program that makes them has noted last with this database; what is no time is none', async () => {
  const { ctx } = await createWorld();
  const note = (name: string, value: string) =>
    sql`do $$ begin execute format('alter database %I set %s = %L', current_database(), ${sql.lit(name)}, ${sql.lit(value)}); end $$`.execute(
      ctx.db,
    );
  await note('kiddo.last_backup_of_something_else', '2026-11-03T02:00:00Z');
  for (const [value, expected] of [
    ['2026-11-01T02:00:00Z', Date.UTC(2026, 10, 1, 2) / 1_000],
    ['2026-11-02T02:00:00Z', Date.UTC(2026, 10, 2, 2) / 1_000],
    ['yesterday', null],
  ] as const) {
    await note('kiddo.last_backup', value);
    expect(await readSiteFigures(ctx, SYSTEM, [])).toMatchObject({ backedUpAt: expected, fullyBackedUpAt: null });
  }
  await note('kiddo.last_full_backup', '2026-10-31T02:00:00Z');
  expect(await readSiteFigures(ctx, SYSTEM, [])).toMatchObject({ backedUpAt: null, fullyBackedUpAt: Date.UTC(2026, 9, 31, 2) / 1_000 });
});

test('nobody but the system reads it', async () => {
  const { ctx, addPlayer } = await createWorld();
  for (const actor of [VISITOR, await addPlayer(), await addPlayer({ role: 'moderator' }), await addPlayer({ role: 'operator' })])
    await expect(readSiteFigures(ctx, actor, [])).rejects.toMatchObject({
      code: expect.stringMatching(/^(not-allowed|sign-in-required)$/),
    });
});
