import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR } from '../../shared/permissions.ts';
import { AppError } from '../../shared/app-error.ts';
import type { LedgerSource } from './schema.ts';
import { getBalance, postEntry, listPacks, deductUpTo, getStatement, type LedgerEntry } from './service.server.ts';

// Enough connections that concurrent calls wait for database locks, not for a free connection.
const MANY = { DATABASE_POOL: '50' };

type Row = { id: string; player_id: string | null; amount: number; balance: number; source: string; source_ref: string };

const booked = (world: World, entry: LedgerEntry) => world.ctx.db.transaction().execute((trx) => postEntry(world.ctx, trx, entry));
const taken = (world: World, entry: LedgerEntry) => world.ctx.db.transaction().execute((trx) => deductUpTo(world.ctx, trx, entry));

async function ledgerOf(world: World, playerId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, player_id, amount, balance, source, source_ref from ledger where player_id = ${playerId} order by id`.execute(world.ctx.db);
  return rows;
}

/** Checks the invariants: the wallet is the sum of its entries, and each entry continues from the previous balance. */
async function expectSound(world: World, playerId: string): Promise<Row[]> {
  const rows = await ledgerOf(world, playerId);
  const wallet = await sql<{ balance: number }>`select balance from wallets where player_id = ${playerId}`.execute(world.ctx.db);
  let sum = 0;
  for (const row of rows) {
    sum += row.amount;
    expect(row.balance).toBe(sum);
    expect(row.balance).toBeGreaterThanOrEqual(0);
  }
  expect(wallet.rows[0]?.balance ?? 0).toBe(sum);
  return rows;
}

test('what is booked is there at once, once a reference, and never more goes out than there is', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const pack: LedgerEntry = { playerId: amina.id, amount: 400, source: 'pack', sourceRef: 'ref-00001', note: '400 kiddocash' };
  expect(await getBalance(world.ctx, amina)).toBe(0);
  expect(await booked(world, pack)).toEqual({ balance: 400, isNew: true });
  expect(await booked(world, pack)).toEqual({ balance: 400, isNew: false });
  // Another source may use the same reference: a plan's grant and the payment it came with.
  expect(await booked(world, { ...pack, source: 'plan-grant', amount: 100 })).toEqual({ balance: 500, isNew: true });
  const hat: LedgerEntry = { playerId: amina.id, amount: -501, source: 'purchase', sourceRef: 'hat' };
  await expect(booked(world, hat)).rejects.toMatchObject({ code: 'not-available' });
  expect(await booked(world, { ...hat, amount: -500 })).toEqual({ balance: 0, isNew: true });
  expect(await getBalance(world.ctx, amina)).toBe(0);
  expect((await expectSound(world, amina.id)).map((row) => row.amount)).toEqual([400, 100, -500]);
});

test('a caller that fails later leaves nothing behind, and may do it again', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const pack: LedgerEntry = { playerId: amina.id, amount: 400, source: 'pack', sourceRef: 'ref-00001' };
  const failing = world.ctx.db.transaction().execute(async (trx) => {
    expect(await postEntry(world.ctx, trx, pack)).toEqual({ balance: 400, isNew: true });
    expect(await postEntry(world.ctx, trx, pack)).toEqual({ balance: 400, isNew: false });
    throw new Error('something else went wrong');
  });
  await expect(failing).rejects.toThrow('something else went wrong');
  expect(await expectSound(world, amina.id)).toEqual([]);
  expect(await booked(world, pack)).toEqual({ balance: 400, isNew: true });
});

test('taking back takes what is there, and the same taking again takes no more', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  const refund: LedgerEntry = { playerId: amina.id, amount: 400, source: 'refund', sourceRef: 'ref-00001' };
  expect(await taken(world, refund)).toEqual({ taken: 0 });
  await booked(world, { ...refund, source: 'pack' });
  await booked(world, { ...refund, source: 'purchase', amount: -150 });
  expect(await taken(world, refund)).toEqual({ taken: 250 });
  await booked(world, { ...refund, source: 'pack', sourceRef: 'ref-00002' });
  expect(await taken(world, refund)).toEqual({ taken: 250 });
  expect(await taken(world, { ...refund, sourceRef: 'ref-00002', amount: 30 })).toEqual({ taken: 30 });
  expect((await expectSound(world, amina.id)).map((row) => row.amount)).toEqual([400, -150, -250, 400, -30]);
});

test('what is no amount, or somebody else’s reference, is a fault and not a booking', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  const pack: LedgerEntry = { playerId: amina.id, amount: 400, source: 'pack', sourceRef: 'ref-00001' };
  for (const amount of [0.5, Number.NaN, Number.POSITIVE_INFINITY, '5' as unknown as number])
    await expect(booked(world, { ...pack, amount })).rejects.toThrow(RangeError);
  for (const amount of [0, -5, 0.5, Number.NaN]) await expect(taken(world, { ...pack, amount })).rejects.toThrow(RangeError);
  expect(await booked(world, { ...pack, amount: 0 })).toEqual({ balance: 0, isNew: false });
  await booked(world, pack);
  await expect(booked(world, { ...pack, playerId: brian.id })).rejects.toThrow('another player');
  await expect(taken(world, { ...pack, playerId: brian.id })).rejects.toThrow('another player');
  await expect(booked(world, { ...pack, sourceRef: 'ref-00002', amount: 2_000_000_000 })).rejects.toMatchObject({ code: 'not-available' });
  await expect(booked(world, { ...pack, playerId: world.ctx.newId(), sourceRef: 'x' })).rejects.toMatchObject({ code: 'not-found' });
  expect([await getBalance(world.ctx, amina), await getBalance(world.ctx, brian)]).toEqual([400, 0]);
});

test('of a hundred debits at once on a balance for ten, ten are booked', async () => {
  const world = await createWorld(MANY);
  const amina = await world.addPlayer();
  await booked(world, { playerId: amina.id, amount: 30, source: 'pack', sourceRef: 'ref-00001' });
  const done = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => booked(world, { playerId: amina.id, amount: -3, source: 'purchase', sourceRef: `hat ${n}` })),
  );
  const refused = done.filter((each) => each.status === 'rejected').map((each) => each.reason as AppError);
  expect(done.filter((each) => each.status === 'fulfilled' && each.value.isNew)).toHaveLength(10);
  expect(refused.map((error) => error.code ?? error.message)).toEqual(Array.from({ length: 90 }, () => 'not-available'));
  expect(await getBalance(world.ctx, amina)).toBe(0);
  expect(await expectSound(world, amina.id)).toHaveLength(11);
});

test('the same payment reported fifty times at once, as the first thing that ever happens to a wallet, is booked once', async () => {
  const world = await createWorld(MANY);
  const amina = await world.addPlayer();
  const pack: LedgerEntry = { playerId: amina.id, amount: 400, source: 'pack', sourceRef: 'ref-00001' };
  const done = await Promise.all(Array.from({ length: 50 }, () => booked(world, pack)));
  expect(done.filter((each) => each.isNew)).toHaveLength(1);
  expect(new Set(done.map((each) => each.balance))).toEqual(new Set([400]));
  // Taken back with as many concurrent calls.
  const back = await Promise.all(Array.from({ length: 50 }, () => taken(world, { ...pack, source: 'refund' })));
  expect(new Set(back.map((each) => each.taken))).toEqual(new Set([400]));
  expect((await expectSound(world, amina.id)).map((row) => row.amount)).toEqual([400, -400]);
});

test('however bookings and takings interleave, fail and repeat: the balance is the sum, never below nothing, each reference once', async () => {
  const world = await createWorld(MANY);
  const step = fc.record({
    kind: fc.constantFrom('book', 'take'),
    amount: fc.integer({ min: -12, max: 12 }).filter((amount) => amount !== 0),
    source: fc.constantFrom<LedgerSource>('pack', 'purchase', 'refund'),
    ref: fc.integer({ min: 0, max: 5 }),
    // Whether the caller's transaction fails afterwards.
    fails: fc.boolean(),
    pause: fc.integer({ min: 0, max: 3 }),
  });
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;
  const run = async (playerId: string, { kind, amount, source, ref, fails, pause }: Step): Promise<string | null> => {
    const entry: LedgerEntry = { playerId, amount, source, sourceRef: `${playerId} ${ref}` };
    try {
      return await world.ctx.db.transaction().execute(async (trx) => {
        const wrote =
          kind === 'book'
            ? (await postEntry(world.ctx, trx, entry)).isNew
            : (await deductUpTo(world.ctx, trx, { ...entry, amount: Math.abs(amount) })).taken > 0;
        await new Promise((resolve) => setTimeout(resolve, pause));
        if (fails) throw new AppError('bad-input', 'the caller fails');
        return wrote ? `${source} ${entry.sourceRef}` : null;
      });
    } catch (error) {
      // Any other error, such as a deadlock, fails the test.
      if (error instanceof AppError) return null;
      throw error;
    }
  };
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 }), async (rounds) => {
      const amina = await world.addPlayer();
      const wrote = new Set<string>();
      for (const round of rounds) {
        for (const each of await Promise.all(round.map((one) => run(amina.id, one)))) if (each !== null) wrote.add(each);
      }
      const rows = await expectSound(world, amina.id);
      const names = rows.map((row) => `${row.source} ${row.source_ref}`);
      expect(new Set(names).size).toBe(names.length);
      // The reported writes and the rows in the ledger are the same.
      expect(new Set(names)).toEqual(wrote);
      expect(await getBalance(world.ctx, amina)).toBe(rows.at(-1)?.balance ?? 0);
    }),
    { numRuns: 25 },
  );
});

test('the ledger is only ever added to', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await booked(world, { playerId: amina.id, amount: 5, source: 'pack', sourceRef: 'ref-00001', note: 'as it was' });
  const appendOnly = 'the ledger is only ever added to';
  for (const change of [
    sql`update ledger set amount = 500`,
    sql`update ledger set note = 'other'`,
    sql`update ledger set player_id = null, balance = 7`,
    sql`update ledger set source_ref = 'again'`,
    sql`delete from ledger`,
  ])
    await expect(change.execute(world.ctx.db)).rejects.toThrow(appendOnly);
  await expect(sql`truncate ledger`.execute(world.ctx.db)).rejects.toThrow('only ever added to');
  await expect(sql`update wallets set balance = -1`.execute(world.ctx.db)).rejects.toThrow('wallets_balance_check');
  expect(await expectSound(world, amina.id)).toMatchObject([{ amount: 5, balance: 5, source_ref: 'ref-00001' }]);
});

test('an account that is deleted takes its wallet along; its entries stay, without a name', async () => {
  const world = await createWorld(MANY);
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  for (const { id } of [amina, brian]) await booked(world, { playerId: id, amount: 5, source: 'pack', sourceRef: `pack of ${id}` });
  // The deletion also works while entries are being posted.
  const [gone, ...done] = await Promise.allSettled([
    world.ctx.db.deleteFrom('players').where('id', '=', amina.id).execute(),
    ...Array.from({ length: 30 }, (_, n) => booked(world, { playerId: amina.id, amount: 1, source: 'operator', sourceRef: `gift ${n}` })),
  ]);
  expect(gone).toMatchObject({ status: 'fulfilled' });
  const failed = done.filter((each) => each.status === 'rejected').map((each) => each.reason as AppError);
  expect(failed.filter((error) => error.code !== 'not-found')).toEqual([]);
  const { rows } = await sql<{ n: number; sum: number }>`
    select count(*)::int as n, sum(amount)::int as sum from ledger where player_id is null`.execute(world.ctx.db);
  const written = done.length - failed.length;
  expect(rows).toEqual([{ n: 1 + written, sum: 5 + written }]);
  expect((await sql`select 1 from wallets where player_id = ${amina.id}`.execute(world.ctx.db)).rows).toEqual([]);
  expect(await expectSound(world, brian.id)).toHaveLength(1);
  await expect(booked(world, { playerId: amina.id, amount: 5, source: 'pack', sourceRef: 'late' })).rejects.toMatchObject({
    code: 'not-found',
  });
});

test('a booking that is under way and the end of the account do not lock each other out', async () => {
  const world = await createWorld();
  const amina = await world.addPlayer();
  await booked(world, { playerId: amina.id, amount: 5, source: 'pack', sourceRef: 'ref-00001' });
  await booked(world, { playerId: amina.id, amount: -5, source: 'purchase', sourceRef: 'hat' });
  const entry: LedgerEntry = { playerId: amina.id, amount: 5, source: 'refund', sourceRef: 'ref-00001' };
  const ended = await world.ctx.db.transaction().execute(async (trx) => {
    // The balance is empty, so the wallet is locked and nothing is written.
    expect(await deductUpTo(world.ctx, trx, entry)).toEqual({ taken: 0 });
    const deletion = world.ctx.db.deleteFrom('players').where('id', '=', amina.id).execute();
    await waitForLocks(world.ctx.db, 1);
    expect(await postEntry(world.ctx, trx, { ...entry, source: 'pack', sourceRef: 'ref-00002' })).toEqual({ balance: 5, isNew: true });
    return { deletion };
  });
  await ended.deletion;
  const { rows } = await sql<{ player_id: string | null; amount: number }>`select player_id, amount from ledger order by id`.execute(
    world.ctx.db,
  );
  expect(rows).toEqual([5, -5, 5].map((amount) => ({ player_id: null, amount })));
});

test('the statement has every entry once, the newest first, with the balance after it, page by page', async () => {
  const world = await createWorld();
  const [amina, brian] = [await world.addPlayer(), await world.addPlayer()];
  expect(await getStatement(world.ctx, amina, null)).toEqual({ balance: 0, items: [], next: null });
  await booked(world, { playerId: brian.id, amount: 7, source: 'pack', sourceRef: 'of brian' });
  // First within one transaction (the same millisecond), then with a clock that is behind.
  await world.ctx.db.transaction().execute(async (trx) => {
    for (let n = 1; n <= 30; n++)
      await postEntry(world.ctx, trx, { playerId: amina.id, amount: n, source: 'pack', sourceRef: `pack ${n}` });
  });
  world.advanceClock(-3600);
  for (let n = 31; n <= 45; n++) await booked(world, { playerId: amina.id, amount: n, source: 'pack', sourceRef: `pack ${n}` });
  await booked(world, { playerId: amina.id, amount: -35, source: 'purchase', sourceRef: 'hat', note: 'Red hat' });
  const first = await getStatement(world.ctx, amina, null);
  expect(first.items).toHaveLength(20);
  expect(first.items[0]).toMatchObject({ amount: -35, balance: 1000, what: 'Bought in the catalog', note: 'Red hat' });
  // A new entry does not shift the following pages.
  await booked(world, { playerId: amina.id, amount: 500, source: 'plan-grant', sourceRef: 'month' });
  const second = await getStatement(world.ctx, amina, first.next);
  const third = await getStatement(world.ctx, amina, second.next);
  expect([first.balance, second.balance, third.balance, third.next]).toEqual([1000, 1500, 1500, null]);
  const all = [first, second, third].flatMap((page) => page.items);
  expect(all.map((item) => item.amount)).toEqual([-35, ...Array.from({ length: 45 }, (_, n) => 45 - n)]);
  all.forEach((item, n) => expect(item.balance - item.amount).toBe(all[n + 1]?.balance ?? 0));
  for (const nonsense of ['', 'x', "'; drop table ledger; --", '0'.repeat(36)])
    expect((await getStatement(world.ctx, amina, nonsense)).items[0]).toMatchObject({ amount: 500 });
});

test('nobody but the player reads balance and statement; the packs are there for all', async () => {
  const world = await createWorld();
  await expect(getBalance(world.ctx, VISITOR)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(getStatement(world.ctx, VISITOR, null)).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(getBalance(world.ctx, SYSTEM)).rejects.toMatchObject({ code: 'not-allowed' });
  await expect(getStatement(world.ctx, SYSTEM, null)).rejects.toMatchObject({ code: 'not-allowed' });
  const packs = await listPacks(world.ctx);
  expect(packs[3]).toEqual({
    id: 'pack-4500',
    amount: 4500,
    bonus: 450,
    prices: { mpesa: { minor: 109_900, currency: 'KES' }, card: { minor: 4999, currency: 'USD' } },
  });
  // Spec 2, section 9.
  expect(packs.map(({ amount, bonus, prices }) => `${amount}/${prices.card.minor / 100}/${bonus}`)).toEqual([
    '400/4.99/0',
    '800/9.99/0',
    '1700/19.99/0',
    '4500/49.99/450',
    '10000/99.99/1000',
  ]);
});
