import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { waitForLocks } from '../../../tests/lock-waits.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { SYSTEM, VISITOR, type Actor } from '../../shared/permissions.ts';
import { postEntry } from '../wallet/service.server.ts';
import { createOfferKey } from './rules.ts';
import { parseItemFilters, type BuyResult, type Category } from './schema.ts';
import { buyItem, listInventory, listItems, findItem, setWorn } from './service.server.ts';
import { listWornItems } from '../avatars/composition/queries.server.ts';

type Player = Extract<Actor, { kind: 'player' }>;
type NewItem = {
  id: string;
  name?: string;
  category?: Category;
  price?: number;
  stock?: number | null;
  position?: number;
  is_listed?: boolean;
  created_at?: Date;
};

// Enough connections that concurrent calls wait for database locks, not for a free connection.
const MANY = { DATABASE_POOL: '50' };

async function addItem(world: World, { id, ...item }: NewItem): Promise<string> {
  const pictures = { picture: `items/${id}/00000000/layer.webp`, thumb: `items/${id}/00000000/thumb.webp` };
  const row = { id, name: id, category: 'hats' as const, price: 10, position: 1, ...pictures, ...item };
  await world.ctx.db.insertInto('items').values(row).execute();
  return id;
}

async function give({ ctx }: World, { id }: Player, amount: number): Promise<void> {
  await ctx.db
    .transaction()
    .execute((trx) => postEntry(ctx, trx, { playerId: id, amount, source: 'operator', sourceRef: `gift ${ctx.newId()}` }));
}

const buy = ({ ctx }: World, who: Actor, item: string, price = 10) => buyItem(ctx, who, { item, key: createOfferKey(item, price) });
const put = ({ ctx }: World, who: Actor, item: string, on: 'yes' | 'no') => setWorn(ctx, who, { item, on });
const filters = (query = '') => parseItemFilters(new URLSearchParams(query));

async function found(world: World, who: Actor, query = ''): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | null = null; ;) {
    const { items, next } = await listItems(world.ctx, who, filters(query), after);
    ids.push(...items.map(({ id }) => id));
    if (next === null) return ids;
    after = next;
  }
}

async function walletOf({ ctx }: World, { id }: Player): Promise<number> {
  return (await ctx.db.selectFrom('wallets').select('balance').where('player_id', '=', id).executeTakeFirst())?.balance ?? 0;
}

async function redraws({ ctx }: World): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select data ->> 'playerId' as id from pgboss.job where name = 'avatars.rerender' order by created_on`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

test('of a hundred who race for ten pieces ten get one, numbered 1 to 10, and nobody else pays', async () => {
  const world = await createWorld(MANY);
  const { ctx } = world;
  await addItem(world, { id: 'crown', price: 30, stock: 10 });
  const players: Player[] = [];
  for (let n = 0; n < 100; n++) players.push(await world.addPlayer());
  for (const player of players) await give(world, player, 40);
  // Each player presses twice.
  const outcomes = await Promise.all(
    players.map(async (who) => ({ who, got: await Promise.all([buy(world, who, 'crown', 30), buy(world, who, 'crown', 30)]) })),
  );
  const owners = outcomes.filter(({ got }) => got.some(({ ok }) => ok));
  expect(owners).toHaveLength(10);
  for (const { got } of owners) {
    expect(got.map(({ ok }) => ok)).toEqual([true, true]);
    expect(got.filter((each) => each.ok && each.isNew)).toHaveLength(1);
  }
  expect(outcomes.filter(({ got }) => got.every((each) => !each.ok && each.code === 'sold-out'))).toHaveLength(90);
  const rows = await ctx.db.selectFrom('inventory').selectAll().where('item_id', '=', 'crown').orderBy('number').execute();
  expect(rows.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(new Set(rows.map((row) => row.player_id))).toEqual(new Set(owners.map(({ who }) => who.id)));
  for (const { who } of outcomes) expect(await walletOf(world, who)).toBe(owners.some((one) => one.who.id === who.id) ? 10 : 40);
  const paid = await sql<{ count: number; sum: number }>`
    select count(*)::int as count, sum(amount)::int as sum from ledger where source = 'purchase'`.execute(ctx.db);
  expect(paid.rows[0]).toEqual({ count: 10, sum: -300 });
  expect((await ctx.db.selectFrom('items').select('sold').where('id', '=', 'crown').executeTakeFirst())?.sold).toBe(10);
  expect(world.logged).toEqual([]);
});

test('players who buy several things at once, while they are given kiddocash and dress, never wait for each other for ever', async () => {
  const world = await createWorld(MANY);
  const ids = ['cap', 'crown', 'hood', 'halo'];
  for (const id of ids) await addItem(world, { id, stock: 100 });
  const players: Player[] = [];
  for (let n = 0; n < 12; n++) players.push(await world.addPlayer());
  await Promise.all(
    players.flatMap((who, n) => {
      // Each player in a different order.
      const mine = [...ids.slice(n % 4), ...ids.slice(0, n % 4)];
      return [
        give(world, who, 100),
        ...mine.map(async (id) => {
          await give(world, who, 10);
          expect((await buy(world, who, id)).ok).toBe(true);
          await put(world, who, id, 'yes');
        }),
      ];
    }),
  );
  for (const who of players) {
    expect(await walletOf(world, who)).toBe(100);
    expect(await listWornItems(world.ctx.db, who.id)).toHaveLength(1);
  }
  expect((await world.ctx.db.selectFrom('items').select('sold').execute()).map(({ sold }) => sold)).toEqual([12, 12, 12, 12]);
});

test('pressed twenty times at once it is bought once, and paid once', async () => {
  const world = await createWorld(MANY);
  const amani = await world.addPlayer();
  await addItem(world, { id: 'cap' });
  await give(world, amani, 100);
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => buy(world, amani, 'cap')));
  expect(outcomes.filter((each) => each.ok && each.isNew)).toHaveLength(1);
  expect(new Set(outcomes.map((each) => (each.ok ? each.balance : each.code)))).toEqual(new Set([90]));
  expect(await walletOf(world, amani)).toBe(90);
  expect((await listInventory(world.ctx, amani, null)).items.map(({ id, ownership }) => ({ id, ownership }))).toEqual([
    { id: 'cap', ownership: { number: null, isWorn: false } },
  ]);
});

test('what one cannot pay, what is gone, hidden, dearer by now, or nothing at all: nothing is paid, and it is said', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amani, brian] = [await world.addPlayer(), await world.addPlayer()];
  await give(world, amani, 25);
  await give(world, brian, 25);
  await addItem(world, { id: 'wings', name: 'Wings', price: 40 });
  await addItem(world, { id: 'last', name: 'Last One', stock: 1 });
  await addItem(world, { id: 'hidden', is_listed: false });
  await addItem(world, { id: 'free', price: 0 });
  expect(await buy(world, amani, 'wings', 40)).toMatchObject({
    ok: false,
    code: 'not-enough-kiddocash',
    error: 'You need 15 more kiddocash for this.',
  });
  expect(await buy(world, amani, 'wings', 20)).toMatchObject({
    ok: false,
    code: 'price-changed',
    error: 'Wings costs 40 kiddocash now. Nothing was paid.',
  });
  expect((await buy(world, brian, 'last')).ok).toBe(true);
  expect(await buy(world, amani, 'last')).toMatchObject({
    ok: false,
    code: 'sold-out',
    error: expect.stringMatching(/^Last One: All pieces have found a player.* Nothing was paid\.$/),
  });
  for (const item of ['hidden', 'nothing'])
    expect(await buy(world, amani, item)).toMatchObject({ ok: false, code: 'not-found', error: 'This item is not on offer now.' });
  for (const fields of [
    { item: 'wings' },
    { item: 'wings', key: 'free:0' },
    { item: "x'; --", key: "x'; --:1" },
    { item: 'wings', key: 'wings:-5' },
  ])
    await expect(buyItem(ctx, amani, fields as Record<string, string>)).rejects.toMatchObject({ code: 'bad-input' });
  expect(await walletOf(world, amani)).toBe(25);
  // A free item adds no ledger entry, but is owned.
  expect(await buy(world, amani, 'free', 0)).toMatchObject({ ok: true, balance: 25, isNew: true });
  expect((await listInventory(ctx, amani, null)).total).toBe(1);
  expect((await ctx.db.selectFrom('ledger').select('note').where('source', '=', 'purchase').execute()).map(({ note }) => note)).toEqual([
    'Last One',
  ]);
});

test('an offer that changes while somebody buys is not paid at another price', async () => {
  const world = await createWorld();
  const amani = await world.addPlayer();
  await addItem(world, { id: 'wings', name: 'Wings', price: 10 });
  await give(world, amani, 100);
  const buying: Promise<BuyResult>[] = [];
  await world.ctx.db.transaction().execute(async (trx) => {
    await sql`update items set price = 60 where id = 'wings'`.execute(trx);
    // It has read the old price once it waits for the item's lock.
    buying.push(buy(world, amani, 'wings'));
    await waitForLocks(world.ctx.db, 1);
  });
  expect(await Promise.all(buying)).toMatchObject([
    { ok: false, code: 'price-changed', error: 'Wings costs 60 kiddocash now. Nothing was paid.' },
  ]);
  expect(await walletOf(world, amani)).toBe(100);
  expect((await listInventory(world.ctx, amani, null)).total).toBe(0);
});

test('one thing of each category is worn; a figure is drawn anew only when something changed', async () => {
  const world = await createWorld(MANY);
  const amani = await world.addPlayer();
  await give(world, amani, 100);
  for (const id of ['cap', 'crown']) await addItem(world, { id });
  await addItem(world, { id: 'wings', category: 'accessories' });
  for (const id of ['cap', 'crown', 'wings']) await buy(world, amani, id);
  const worn = async () => (await listWornItems(world.ctx.db, amani.id)).map(({ picture }) => picture.split('/')[1]);
  expect(await put(world, amani, 'cap', 'yes')).toEqual({
    ok: true,
    action: 'wear',
    item: 'cap',
    name: 'cap',
    category: 'hats',
    isWorn: true,
  });
  await put(world, amani, 'wings', 'yes');
  expect(await worn()).toEqual(['wings', 'cap']);
  await put(world, amani, 'crown', 'yes');
  expect(await worn()).toEqual(['wings', 'crown']);
  expect(await redraws(world)).toEqual([amani.id, amani.id, amani.id]);
  // Nothing changes: crown is already on, and cap is already off.
  await put(world, amani, 'crown', 'yes');
  await put(world, amani, 'cap', 'no');
  expect(await redraws(world)).toHaveLength(3);
  await put(world, amani, 'crown', 'no');
  expect(await worn()).toEqual(['wings']);
  await Promise.all(Array.from({ length: 20 }, (_, n) => put(world, amani, n % 2 === 0 ? 'cap' : 'crown', 'yes')));
  expect(await worn()).toHaveLength(2);
  expect(await put(world, amani, 'nothing', 'yes')).toMatchObject({ ok: false, code: 'not-found' });
  await expect(put(world, amani, 'cap', 'perhaps' as 'no')).rejects.toMatchObject({ code: 'bad-input' });
  // The player still owns an item that is no longer on offer.
  await world.ctx.db.updateTable('items').set({ is_listed: false }).execute();
  await put(world, amani, 'wings', 'no');
  expect((await listInventory(world.ctx, amani, null)).items.filter(({ ownership }) => ownership.isWorn)).toHaveLength(1);
});

test('visitors look, players buy for themselves only', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amani, brian] = [await world.addPlayer(), await world.addPlayer()];
  await addItem(world, { id: 'cap', name: 'Cap' });
  await addItem(world, { id: 'hidden', is_listed: false });
  await give(world, amani, 10);
  expect(await found(world, VISITOR)).toEqual(['cap']);
  expect(await findItem(ctx, VISITOR, 'cap')).toMatchObject({ name: 'Cap', ownership: null });
  for (const id of ['hidden', 'nothing', "x'"]) expect(await findItem(ctx, amani, id)).toBeNull();
  for (const who of [VISITOR, SYSTEM]) {
    const code = who === VISITOR ? 'sign-in-required' : 'not-allowed';
    await expect(buy(world, who, 'cap')).rejects.toMatchObject({ code });
    await expect(put(world, who, 'cap', 'yes')).rejects.toMatchObject({ code });
    await expect(listInventory(ctx, who, null)).rejects.toMatchObject({ code });
  }
  await buy(world, amani, 'cap');
  expect(await put(world, brian, 'cap', 'yes')).toMatchObject({ ok: false, code: 'not-found' });
  expect((await listInventory(ctx, brian, null)).items).toEqual([]);
  expect((await listItems(ctx, brian, filters(), null)).items[0]?.ownership).toBeNull();
  expect((await listItems(ctx, amani, filters(), null)).items[0]?.ownership).toEqual({ number: null, isWorn: false });
});

test('pages of the catalog neither repeat nor skip, in any order, and also while things come and go', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const ids: string[] = [];
  for (let n = 0; n < 130; n++) {
    // Many items share a position, a price or a creation time.
    const id = `item-${String((n * 37) % 130).padStart(3, '0')}`;
    const created_at = new Date(Date.UTC(2026, 0, 1 + (n % 5)));
    ids.push(
      await addItem(world, {
        id,
        name: `Red Cap ${n}`,
        price: (n % 7) * 10,
        position: n % 9,
        created_at,
        category: n % 2 ? 'hats' : 'gear',
      }),
    );
  }
  for (const query of ['', 'sort=newest', 'sort=cheap', 'sort=dear', 'q=red', 'q=rde+cap', 'q=cap&sort=cheap']) {
    const all = await found(world, VISITOR, query);
    expect(all.toSorted(), query).toEqual(ids.toSorted());
  }
  const prices = async (query: string) => {
    const first = await listItems(ctx, VISITOR, filters(query), null);
    return first.items.map(({ price }) => price);
  };
  expect(await prices('sort=cheap')).toEqual((await prices('sort=cheap')).toSorted((a, b) => a - b));
  expect(await prices('sort=dear')).toEqual((await prices('sort=dear')).toSorted((a, b) => b - a));
  const hats = await found(world, VISITOR, 'category=hats');
  expect(hats).toHaveLength(65);
  // The first page was shown. Items that are added to it or removed from it do not shift the following pages.
  const first = await listItems(ctx, VISITOR, filters(), null);
  await addItem(world, { id: 'aaa', position: 0 });
  await ctx.db
    .deleteFrom('items')
    .where('id', '=', first.items[3]?.id ?? '')
    .execute();
  const rest: string[] = [];
  for (let after = first.next; after !== null;) {
    const page = await listItems(ctx, VISITOR, filters(), after);
    rest.push(...page.items.map(({ id }) => id));
    after = page.next;
  }
  expect([...first.items.map(({ id }) => id), ...rest].toSorted()).toEqual(ids.toSorted());
  // An invalid cursor restarts the list from the beginning.
  for (const after of ['x', first.next ?? '', '////'])
    expect((await listItems(ctx, VISITOR, filters('q=red'), after)).items).toHaveLength(24);
});

test('filters and search find what is meant', async () => {
  const world = await createWorld();
  const amani = await world.addPlayer();
  await give(world, amani, 500);
  await addItem(world, { id: 'dragon', name: 'Dragon Wings', category: 'accessories', price: 120, stock: 5 });
  await addItem(world, { id: 'crown', name: 'Golden Crown', price: 80, position: 2 });
  await addItem(world, { id: 'cap', name: 'Blue Cap', price: 20, position: 3 });
  await addItem(world, { id: 'percent', name: '100% Cotton_Shirt', category: 'shirts', price: 0, position: 4 });
  expect(await found(world, VISITOR, 'q=dragon')).toEqual(['dragon']);
  for (const typo of ['dragn', 'DRAGON wing', 'crwn', 'goldn+crown', 'gol'])
    expect(await found(world, VISITOR, `q=${typo}`), typo).toEqual([typo.toLowerCase().startsWith('dra') ? 'dragon' : 'crown']);
  expect(await found(world, VISITOR, 'q=%25')).toEqual(['percent']);
  expect(await found(world, VISITOR, 'q=n_s')).toEqual(['percent']);
  expect(await found(world, VISITOR, 'q=zebra')).toEqual([]);
  // More of what matches is in search.rules.test.ts.
  for (const [query, ids] of Object.entries({ taji: ['crown'], rago: ['dragon'], shati: ['percent'], 'golden+zebra': ['crown'] }))
    expect(await found(world, VISITOR, `q=${query}`), query).toEqual(ids);
  expect(await found(world, VISITOR, 'q=%00%27%3B--')).toEqual([]);
  expect(await found(world, VISITOR, 'min=20&max=80')).toEqual(['crown', 'cap']);
  expect(await found(world, VISITOR, 'min=80&max=20')).toEqual(['crown', 'cap']);
  expect(await found(world, VISITOR, 'max=0')).toEqual(['percent']);
  expect(await found(world, VISITOR, 'limited=yes')).toEqual(['dragon']);
  expect(await found(world, VISITOR, 'category=shirts')).toEqual(['percent']);
  expect(await found(world, VISITOR, 'category=cars&min=x&sort=sideways')).toHaveLength(4);
  await buy(world, amani, 'dragon', 120);
  expect(await found(world, amani, 'owned=yes')).toEqual(['dragon']);
  expect(await found(world, amani, 'owned=no')).toEqual(['crown', 'cap', 'percent']);
  expect(await found(world, VISITOR, 'owned=yes')).toHaveLength(4);
  const [dragon] = (await listItems(world.ctx, amani, filters('limited=yes'), null)).items;
  expect(dragon).toMatchObject({ limited: { pieces: 5, left: 4 }, ownership: { number: 1, isWorn: false } });
});

test('what one owns has pages that neither repeat nor skip', async () => {
  const world = await createWorld();
  const amani = await world.addPlayer();
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) {
    ids.push(await addItem(world, { id: `free-${n}`, price: 0 }));
    await buy(world, amani, `free-${n}`, 0);
  }
  // All bought at the same time.
  await sql`update inventory set bought_at = '2026-01-01' where item_id < 'free-4'`.execute(world.ctx.db);
  const seen: string[] = [];
  for (let after: string | null = null; ;) {
    const page = await listInventory(world.ctx, amani, after);
    expect(page.total).toBe(60);
    seen.push(...page.items.map(({ id }) => id));
    if (page.next === null) break;
    after = page.next;
  }
  expect(seen).toHaveLength(60);
  expect(seen.toSorted()).toEqual(ids.toSorted());
});

test('a player who is deleted owns nothing, leaves no name, and the numbers go on', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const [amani, brian] = [await world.addPlayer(), await world.addPlayer()];
  await addItem(world, { id: 'crown', stock: 2 });
  for (const who of [amani, brian]) await give(world, who, 10);
  expect(await buy(world, amani, 'crown')).toMatchObject({ number: 1 });
  await ctx.db.deleteFrom('players').where('id', '=', amani.id).execute();
  await expect(buy(world, amani, 'crown')).rejects.toMatchObject({ code: 'sign-in-required' });
  await expect(put(world, amani, 'crown', 'yes')).rejects.toMatchObject({ code: 'sign-in-required' });
  expect(await buy(world, brian, 'crown')).toMatchObject({ number: 2 });
  const left = await sql<{ text: string }>`
    select row_to_json(l)::text as text from ledger l where source = 'purchase' union all select row_to_json(i)::text from inventory i`.execute(
    ctx.db,
  );
  expect(left.rows).toHaveLength(3);
  expect(left.rows.filter(({ text }) => text.includes(amani.id))).toEqual([]);
});
