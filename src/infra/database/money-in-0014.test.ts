import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql, type Kysely } from 'kysely';
import { expect, inject, onTestFinished, test } from 'vitest';
import { copyDatabase, dropDatabase, urlForDatabase } from '../../../tests/database-server.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import type { DB } from './tables.ts';

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../migrations');

/** A database as the migrations before 0014 left it. */
async function openOldDatabase(): Promise<{ url: string; db: Kysely<DB> }> {
  const server = inject('database');
  const name = `old_${randomBytes(6).toString('hex')}`;
  await copyDatabase(server, { from: 'template1', to: name });
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-migrations-'));
  const url = urlForDatabase(server, name);
  onTestFinished(async () => {
    await dropDatabase(server, name);
    await fs.rm(folder, { recursive: true, force: true });
  });
  for (const file of await fs.readdir(MIGRATIONS))
    if (file < '0014') await fs.copyFile(path.join(MIGRATIONS, file), path.join(folder, file));
  await migrate(url, folder);
  const { db, close } = openDatabase(url, { max: 2, timeout: 60 }, () => {});
  onTestFinished(close);
  return { url, db };
}

test('packs get both prices, also those that an operator changed or added', async () => {
  const { url, db } = await openOldDatabase();
  await sql`update packs set price_minor = 25000, currency = 'KES' where id = 'pack-800'`.execute(db);
  await sql`update packs set price_minor = 1799 where id = 'pack-1700'`.execute(db);
  await sql`update packs set amount = 5000 where id = 'pack-4500'`.execute(db);
  await sql`insert into packs (id, amount, bonus, price_minor, currency, position) values ('pack-mine', 1000, 10, 65000, 'KES', 9)`.execute(
    db,
  );
  await migrate(url, MIGRATIONS);
  const packs = await db.selectFrom('packs').select(['id', 'price_kes_minor', 'price_usd_minor']).orderBy('position').execute();
  expect(packs.map((pack) => [pack.id, pack.price_kes_minor, pack.price_usd_minor])).toEqual([
    ['pack-400', 9900, 499],
    ['pack-800', 25_000, 999],
    ['pack-1700', 38_900, 1799],
    ['pack-4500', 134_800, 4999],
    ['pack-10000', 229_900, 9999],
    ['pack-mine', 65_000, 500],
  ]);
});

test('payments stay as they are; the kiddocash of their periods counts as given, the last one of a player for its month', async () => {
  const { url, db } = await openOldDatabase();
  const [player, other] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002'];
  const [first, second] = ['00000000-0000-7000-8000-000000000011', '00000000-0000-7000-8000-000000000012'];
  await sql`insert into players (id, username, email, display_name) values
    (${player}, 'amina', 'amina@example.com', 'Amina'), (${other}, 'brian', 'brian@example.com', 'Brian')`.execute(db);
  await sql`insert into subscriptions (id, player_id, plan_id, channel, provider, state) values
    (${first}, ${player}, 'premium', 'mpesa', 'till', 'active'), (${second}, ${other}, 'premium', 'card', 'till', 'active')`.execute(db);
  await sql`insert into payments (reference, provider, player_id, product, plan_id, pack_id, channel, amount_minor, currency, kiddocash, state, paid_at) values
    ('pass-0001', 'till', ${player}, 'pass', 'premium', null, 'mpesa', 9900, 'KES', 400, 'success', '2026-05-01T10:00Z'),
    ('pass-0002', 'till', ${player}, 'pass', 'premium', null, 'mpesa', 9900, 'KES', 400, 'success', '2026-05-01T10:00Z'),
    ('pack-0001', 'till', ${player}, 'pack', null, 'pack-400', 'card', 499, 'USD', 400, 'success', '2026-05-01T10:00Z'),
    ('card-0001', 'till', ${other}, 'subscription', 'premium', null, 'card', 9900, 'KES', 400, 'refunded', '2026-05-02T10:00Z')`.execute(
    db,
  );
  await sql`insert into paid_periods (reference, player_id, plan_id, subscription_id, begins_at, ends_at, revoked_at, revoked_for) values
    ('pass-0001', ${player}, 'premium', ${first}, '2026-05-01T10:00Z', '2026-05-31T10:00Z', null, null),
    ('pass-0002', ${player}, 'premium', ${first}, '2026-05-31T10:00Z', '2026-06-30T10:00Z', null, null),
    ('card-0001', ${other}, 'premium', ${second}, '2026-05-02T10:00Z', '2026-06-02T10:00Z', '2026-05-03T10:00Z', 'refund')`.execute(db);
  const payments = () => db.selectFrom('payments').selectAll().orderBy('reference').execute();
  const before = await payments();
  await migrate(url, MIGRATIONS);
  // With the columns of migrations 0033, 0036 and 0049.
  expect(await payments()).toEqual(
    before.map((row) => ({
      ...row,
      shillings_minor: null,
      paid_minor: null,
      is_disallowed: false,
      payer: 'player',
      purchase_request_id: null,
    })),
  );
  const { rows } = await sql`
    select reference, kiddocash_given_at is not null as given, lower(kiddocash_month) as month from paid_periods order by reference`.execute(
    db,
  );
  expect(rows).toEqual([
    { reference: 'card-0001', given: true, month: null },
    { reference: 'pass-0001', given: true, month: new Date('2026-05-01T10:00Z') },
    { reference: 'pass-0002', given: true, month: null },
  ]);
});
