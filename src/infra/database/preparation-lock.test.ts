import pg from 'pg';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { startDatabaseServer } from '../../../tests/database-server.ts';
import { withPreparationLock } from './preparation-lock.ts';

const PATIENCE = { quiet: 40, look: 20, max: 60_000 };
let url = '';

beforeAll(async () => {
  const server = await startDatabaseServer();
  ({ url } = server);
  return server.stop;
});

/** Somebody who has the lock until `end` is called. */
async function hold() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const isHeld = Promise.withResolvers<void>();
  const done = withPreparationLock(url, () => (isHeld.resolve(), promise));
  await isHeld.promise;
  onTestFinished(() => resolve());
  return { end: resolve, done };
}

test('a start that waits for another says so, and for whom; then it goes on', async () => {
  const other = await hold();
  const said: string[] = [];
  const waiting = withPreparationLock(
    url,
    async () => 'done',
    (step) => said.push(step),
    PATIENCE,
  );
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).toMatch(new RegExp(`waits for it: kiddo start ${process.pid} on .+, since 20\\d\\d-`));
  other.end();
  expect(await waiting).toBe('done');
});

test('one that never ends is not waited for without end, and named once however often it was looked at', async () => {
  await hold();
  const said: string[] = [];
  const waiting = withPreparationLock(
    url,
    async () => 'done',
    (step) => said.push(step),
    // Looks after 40 ms and every 20 ms: more than once before it gives up.
    { ...PATIENCE, max: 100 },
  );
  await expect(waiting).rejects.toThrow(/for too long: kiddo start \d+ on .+ then start again\.$/);
  expect(said).toHaveLength(1);
});

test('whoever loses the lock fails at once, and does not finish beside the next', async () => {
  const other = await hold();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  onTestFinished(() => admin.end());
  // Listens before it fails, so that nobody takes the failure for one that nobody expects.
  const failure = other.done.then(
    () => 'none',
    (error: Error) => error.message,
  );
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'kiddo start %'`);
  expect(await failure).toMatch(/^The database went away while it was prepared/);
});
