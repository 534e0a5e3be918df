import { sql } from 'kysely';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createWorld, type World } from '../../../../tests/world.ts';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../../../tests/fake-payments.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import { getSubscriptionView } from '../../subscriptions/service.server.ts';
import { reconcilePayments } from '../../subscriptions/jobs.server.ts';
import { rerenderWearersJob } from '../rerender/service.server.ts';
import { findItem } from '../service.server.ts';
import { lockItem } from '../item-editor/queries.server.ts';
import { getItemsView, saveItem } from '../item-editor/service.server.ts';
import { getDataPrice } from '../../data-saver/service.server.ts';
import { listPacks } from '../../wallet/service.server.ts';
import { buyPack, confirmCheckoutReturn } from '../../subscriptions/checkout/service.server.ts';
import { getAdminDataPrice, saveDataPrice } from '../data-price-editor/service.server.ts';
import { lockPack } from '../pack-editor/queries.server.ts';
import { listAdminPacks, savePack } from '../pack-editor/service.server.ts';
import { lockPlans } from '../plan-editor/queries.server.ts';
import { listAdminPlans, savePlan } from '../plan-editor/service.server.ts';
import { lockTemplate } from '../template-editor/queries.server.ts';
import { getTemplatesView, saveTemplate } from '../template-editor/service.server.ts';
import type { SaveResult } from './schema.ts';
import type { PostedForm } from './service.server.ts';

const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** A picture with a red block. */
async function picture(width = 480, height = 720, background: object = CLEAR) {
  const red = { create: { width: 100, height: 50, channels: 4 as const, background: '#f00' } };
  return sharp({ create: { width, height, channels: 4, background } }).composite([{ input: red, left: 120, top: 20 }]);
}
const png = async (...size: Parameters<typeof picture>) => (await picture(...size)).png().toBuffer();

const FIELDS = {
  id: 'new',
  name: 'Golden Crown',
  category: 'hats',
  creator: 'Kiddo',
  price: '80',
  stock: '5',
  position: '',
  isListed: 'yes',
  note: 'For the feast',
};
const posted = (fields: Record<string, string>, bytes: Uint8Array | null = null, type = 'image/png'): PostedForm => ({
  fields,
  file: { bytes: bytes ?? new Uint8Array(), type },
});
/** The first error of a form with its field, or that it was saved. */
const outcomeOf = (result: SaveResult): string => {
  if (result.ok) return 'saved';
  const [error] = Object.entries(result.fieldErrors);
  return error ? error.join(': ') : `form: ${result.error ?? ''}`;
};
const operator = (world: World) => world.addPlayer({ username: 'boss', role: 'operator' });
const logOf = ({ ctx }: World) =>
  ctx.db.selectFrom('audit_log').select(['action', 'subject_kind', 'subject_id', 'actor_name', 'note', 'details']).orderBy('id').execute();

test('an item is added with its picture, re-encoded, and changed later; both stand in the log', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await operator(world);
  const bytes = await png();
  expect(await saveItem(ctx, boss, posted(FIELDS, bytes))).toEqual({
    ok: true,
    id: 'golden-crown',
    name: 'Golden Crown',
    isNew: true,
    isChanged: true,
  });
  const row = await ctx.db.selectFrom('items').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: 'golden-crown', category: 'hats', price: 80, stock: 5, position: 10, is_listed: true, is_behind: false });
  const stored = (await ctx.files.get(row.picture)) ?? Buffer.of();
  expect(await sharp(stored).metadata()).toMatchObject({ format: 'webp', width: 480, height: 720, hasAlpha: true });
  // The thumbnail shows only the block, scaled to the full width.
  const { data, info } = await sharp((await ctx.files.get(row.thumb)) ?? Buffer.of())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.width).toBe(240);
  const alpha = (x: number, y: number) => data[(y * 240 + x) * 4 + 3];
  expect([alpha(20, 120), alpha(220, 120), alpha(120, 20)]).toEqual([255, 255, 0]);

  const change = { ...FIELDS, id: 'golden-crown', price: '90', position: '10', note: 'Dearer now' };
  expect(await saveItem(ctx, boss, posted(change))).toMatchObject({ ok: true, isNew: false, isChanged: true });
  expect(await saveItem(ctx, boss, posted(change))).toMatchObject({ ok: true, isChanged: false });
  // The form of an existing item has no field for the category, and a sent one changes nothing.
  const { category: _, ...withoutCategory } = change;
  expect(await saveItem(ctx, boss, posted(withoutCategory))).toMatchObject({ ok: true, isChanged: false });
  await saveItem(ctx, boss, posted({ ...change, category: 'gear', isListed: '', note: 'Off the list' }));
  expect(await findItem(ctx, VISITOR, 'golden-crown')).toBeNull();
  expect(await ctx.db.selectFrom('items').select(['category', 'is_listed', 'picture']).executeTakeFirst()).toEqual({
    category: 'hats',
    is_listed: false,
    picture: row.picture,
  });
  expect(await logOf(world)).toMatchObject([
    { action: 'item-added', subject_kind: 'item', subject_id: 'golden-crown', actor_name: 'boss', note: 'For the feast' },
    { action: 'item-changed', note: 'Dearer now', details: { before: { price: 80 }, after: { price: 90 } } },
    { action: 'item-changed', note: 'Off the list', details: { before: { is_listed: true }, after: { is_listed: false } } },
  ]);
  const view = await getItemsView(ctx, boss, 'golden-crown', null);
  expect(view.open).toMatchObject({ price: 90, isListed: false });
  expect(view.log.map(({ note }) => note)).toEqual(['Off the list', 'Dearer now', 'For the feast']);
});

test('a new picture of what is worn: everybody who wears it is drawn anew', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await operator(world);
  await saveItem(ctx, boss, posted(FIELDS, await png()));
  const worn = [];
  for (const is_worn of [true, true, false]) {
    const { id } = await world.addPlayer();
    if (is_worn) worn.push(id);
    await ctx.db.insertInto('inventory').values({ player_id: id, item_id: 'golden-crown', category: 'hats', price: 1, is_worn }).execute();
  }
  const before = await ctx.db.selectFrom('items').select('picture').executeTakeFirstOrThrow();
  const other = await sharp(await png())
    .flop()
    .png()
    .toBuffer();
  await saveItem(ctx, boss, posted({ ...FIELDS, id: 'golden-crown', position: '10' }, other));
  expect((await ctx.db.selectFrom('items').select('picture').executeTakeFirstOrThrow()).picture).not.toBe(before.picture);
  expect(await ctx.jobs.drain(ctx, rerenderWearersJob, 10)).toBe(1);
  const drawn: string[] = [];
  const redraw = { name: 'avatars.rerender', retry: { limit: 8, seconds: 2, secondsMax: 300 } };
  await ctx.jobs.drain(ctx, { ...redraw, run: async (_: unknown, data: { playerId: string }) => drawn.push(data.playerId) }, 10);
  expect(drawn.toSorted()).toEqual(worn.toSorted());
});

test('what is no layer of the figure is refused with a word that helps, and nothing is kept', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await operator(world);
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="720"><rect width="100" height="50"/></svg>');
  const faultOf = async (bytes: Uint8Array | null, fields: object = {}) => {
    return outcomeOf(await saveItem(ctx, boss, posted({ ...FIELDS, ...fields }, bytes)));
  };
  expect(await faultOf(null)).toMatch('picture: Choose');
  for (const bytes of [
    svg,
    Buffer.from('GIF89a, they say'),
    Buffer.concat([(await png()).subarray(0, 60)]),
    await (await picture()).jpeg().toBuffer(),
  ])
    expect(await faultOf(bytes)).toMatch('picture: This is no PNG or WebP');
  expect(await faultOf(await png(240, 320))).toMatch('picture: The picture has to be exactly');
  expect(await faultOf(await png(4000, 4000))).toMatch('picture: The picture has to be exactly');
  expect(await faultOf(await png(480, 720, { r: 0, g: 0, b: 255, alpha: 1 }))).toMatch('picture: There is nothing to see through');
  expect(
    await faultOf(
      await sharp({ create: { width: 480, height: 720, channels: 4, background: CLEAR } })
        .png()
        .toBuffer(),
    ),
  ).toMatch('picture: There is nothing on');
  expect(await faultOf(Buffer.alloc(2 * 1024 * 1024 + 1))).toMatch('picture: The picture has to be smaller');
  const good = await png();
  for (const [fields, at] of [
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(61) }, 'name'],
    [{ name: 'a\u0000b' }, 'name'],
    [{ category: 'cars' }, 'category'],
    [{ price: '-1' }, 'price'],
    [{ price: '1.5' }, 'price'],
    [{ price: '' }, 'price'],
    [{ stock: '0' }, 'stock'],
    [{ stock: 'many' }, 'stock'],
    [{ position: 'x' }, 'position'],
    [{ note: ' ' }, 'note'],
    [{ id: 'not-there' }, 'form'],
    [{ id: "x'; --" }, 'form'],
  ] as const)
    expect(await faultOf(good, fields), JSON.stringify(fields)).toMatch(new RegExp(`^${at}: `));
  expect(await ctx.db.selectFrom('items').select('id').execute()).toEqual([]);
  expect(await logOf(world)).toEqual([]);
  // WebP is accepted as well; two items with the same name are two items.
  expect(await faultOf(await (await picture()).webp({ lossless: true }).toBuffer())).toBe('saved');
  expect(await faultOf(good, { name: 'Golden  crown!' })).toBe('saved');
  expect((await ctx.db.selectFrom('items').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
    'golden-crown',
    'golden-crown-2',
  ]);
  // The stock cannot be lower than the number sold.
  await ctx.db.updateTable('items').set({ sold: 4 }).execute();
  expect(await faultOf(null, { id: 'golden-crown', stock: '3' })).toMatch('stock: So many pieces are sold already: 4');
});

test('templates for heads are added and changed, cut to a square, and stand in the log', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await operator(world);
  const fields = { id: 'new', name: 'Robot Red', style: 'robots', position: '', isListed: 'yes', isPremium: 'yes', note: 'More robots' };
  expect(await saveTemplate(ctx, boss, posted(fields, await png(600, 400)))).toMatchObject({ ok: true, id: 'robot-red', isNew: true });
  const row = await ctx.db.selectFrom('avatar_templates').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ id: 'robot-red', style: 'robots', is_premium: true, is_listed: true });
  expect(await sharp((await ctx.files.get(row.picture)) ?? Buffer.of()).metadata()).toMatchObject({
    format: 'webp',
    width: 384,
    height: 384,
  });
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="480" height="720"/>');
  for (const type of ['image/svg+xml', 'image/png'])
    expect(outcomeOf(await saveTemplate(ctx, boss, posted(fields, svg, type)))).toMatch(/^picture: /);
  expect(outcomeOf(await saveTemplate(ctx, boss, posted({ ...fields, style: 'Rob ots' }, await png())))).toMatch(/^style: /);
  expect(await saveTemplate(ctx, boss, posted({ ...fields, id: 'robot-red', isPremium: '', note: 'For all' }))).toMatchObject({
    isChanged: true,
  });
  expect(await logOf(world)).toMatchObject([
    { action: 'template-added', subject_id: 'robot-red', note: 'More robots' },
    { action: 'template-changed', note: 'For all', details: { before: { is_premium: true }, after: { is_premium: false } } },
  ]);
  expect((await getTemplatesView(ctx, boss, 'robot-red', null)).log).toHaveLength(2);
});

test('a changed price counts for new checkouts; a card that renews keeps what it pays', async () => {
  const { world, ctx, fake, buy, sendWebhook: tell, runJobs: work } = await createPaymentsWorld();
  const boss = await operator(world);
  const [amani, brian] = [await world.addPlayer(), await world.addPlayer()];
  const paymentOf = async (reference: string) =>
    ctx.db.selectFrom('payments').select(['state', 'amount_minor']).where('reference', '=', reference).executeTakeFirst();
  await buy(amani, 'premium', 'card');
  const change = {
    id: 'premium',
    price: '150',
    kiddocash: '500',
    features: 'All premium games\n\n 500 kiddocash every month ',
    note: 'New year',
  };
  expect(await savePlan(ctx, boss, change)).toEqual({ ok: true, id: 'premium', name: 'Premium', isNew: false, isChanged: true });
  expect(await savePlan(ctx, boss, change)).toMatchObject({ isChanged: false });
  expect((await listAdminPlans(ctx, boss))[1]?.renewingCount).toBe(1);
  // The status page and the reminder show existing subscribers their own price.
  expect((await getSubscriptionView(ctx, amani)).status).toMatchObject({ price: { minor: 9900 } });
  world.advanceClock(28 * 86_400);
  await reconcilePayments(ctx);
  const letters = (await world.mails())
    .map(({ subject, text }) => `${subject} ${text}`)
    .filter((letter) => letter.startsWith('Premium renews on'));
  expect(letters).toHaveLength(1);
  expect(letters[0]).toContain('KSH 99');
  expect(letters[0]).not.toContain('KSH 150');
  // The provider charges the card its original price, and that is accepted.
  const [code = ''] = fake.subscriptions.keys();
  world.advanceClock(2 * 86_400);
  const renewal = fake.renew(code);
  const subscription = fake.subscriptions.get(code);
  await tell(createChargedEvent(renewal, { customer: subscription?.customer ?? '', planId: subscription?.planId ?? null }));
  await work();
  expect(await paymentOf(renewal)).toEqual({ state: 'success', amount_minor: 9900 });
  expect(await paymentOf(await buy(brian, 'premium', 'card'))).toEqual({ state: 'success', amount_minor: 15_000 });
  expect(await logOf(world)).toMatchObject([
    {
      action: 'plan-changed',
      subject_kind: 'plan',
      subject_id: 'premium',
      note: 'New year',
      details: { before: { price_minor: 9900, kiddocash: 400 }, after: { price_minor: 15_000, kiddocash: 500 } },
    },
  ]);
  const [basic, premium] = await listAdminPlans(ctx, boss);
  expect(premium).toMatchObject({ name: 'Premium', priceMinor: 15_000, features: ['All premium games', '500 kiddocash every month'] });
  expect(premium?.log).toHaveLength(1);
  // The free plan stays free, and names stay.
  await savePlan(ctx, boss, { id: 'basic', price: '10', kiddocash: '10', name: 'Best', features: 'All free games', note: 'Shorter' });
  expect(await savePlan(ctx, boss, { id: 'basic', features: 'All free games', note: 'Again' })).toMatchObject({
    ok: true,
    isChanged: false,
  });
  expect((await listAdminPlans(ctx, boss))[0]).toMatchObject({
    name: basic?.name,
    priceMinor: 0,
    kiddocash: 0,
    features: ['All free games'],
  });
  for (const [fields, at] of [
    [{ price: '0' }, 'price'],
    [{ price: '-5' }, 'price'],
    [{ price: '1e3' }, 'price'],
    [{ price: '250' }, 'price'],
    [{ kiddocash: '10001' }, 'kiddocash'],
    [{ features: ' \n ' }, 'features'],
    [{ features: 'x'.repeat(81) }, 'features'],
    [{ note: '' }, 'note'],
    [{ id: 'gold' }, 'form'],
  ] as const)
    expect(outcomeOf(await savePlan(ctx, boss, { ...change, ...fields })), JSON.stringify(fields)).toMatch(new RegExp(`^${at}: `));
});

test('an operator sets both prices of a pack; its amounts stay, and a payment that was begun keeps its price', async () => {
  const { world, ctx, fake } = await createPaymentsWorld();
  const [boss, player] = [await operator(world), await world.addPlayer()];
  const { url } = await buyPack(ctx, player, { do: 'buy', pack: 'pack-400', channel: 'mpesa' });
  const change = { id: 'pack-400', shillings: '120', dollars: '5.50', note: 'The shilling fell' };
  expect(await savePack(ctx, boss, change)).toEqual({ ok: true, id: 'pack-400', name: 'The pack of 400', isNew: false, isChanged: true });
  expect(await savePack(ctx, boss, change)).toMatchObject({ isChanged: false });
  expect((await listAdminPacks(ctx, boss))[0]).toMatchObject({ amount: 400, bonus: 0, shillingsMinor: 12_000, dollarsMinor: 550 });
  expect((await listPacks(ctx))[0]?.prices).toEqual({ mpesa: { minor: 12_000, currency: 'KES' }, card: { minor: 550, currency: 'USD' } });
  expect(await logOf(world)).toMatchObject([
    {
      action: 'pack-changed',
      subject_kind: 'pack',
      subject_id: 'pack-400',
      note: 'The shilling fell',
      details: { before: { price_kes_minor: 9900, price_usd_minor: 499 }, after: { price_kes_minor: 12_000, price_usd_minor: 550 } },
    },
  ]);
  fake.pay(getReference(url));
  expect(await confirmCheckoutReturn(ctx, player, getReference(url))).toBe('success');
  for (const [fields, at] of [
    [{ shillings: '0' }, 'shillings'],
    [{ shillings: '50001' }, 'shillings'],
    [{ dollars: '1e2' }, 'dollars'],
    [{ dollars: '501' }, 'dollars'],
    [{ note: '' }, 'note'],
    [{ id: 'pack-none' }, 'form'],
  ] as const)
    expect(outcomeOf(await savePack(ctx, boss, { ...change, ...fields })), JSON.stringify(fields)).toMatch(new RegExp(`^${at}: `));
});

test('an operator sets what a megabyte costs, and pages say it within seconds', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const boss = await operator(world);
  expect(await getDataPrice(ctx)).toBe(200);
  const change = { id: 'data-price', megabyte: '0.195', note: 'Cheaper bundles' };
  expect(await saveDataPrice(ctx, boss, change)).toMatchObject({ ok: true, id: 'data-price', isChanged: true });
  expect(await saveDataPrice(ctx, boss, change)).toMatchObject({ isChanged: false });
  world.advanceClock(6);
  expect(await getDataPrice(ctx)).toBe(195);
  expect(await getAdminDataPrice(ctx, boss)).toMatchObject({ price: 195, log: [{ action: 'setting-changed', note: 'Cheaper bundles' }] });
  for (const megabyte of ['0', '0.0001', '101', 'free'])
    expect(outcomeOf(await saveDataPrice(ctx, boss, { ...change, megabyte })), megabyte).toMatch(/^megabyte: /);
  expect(outcomeOf(await saveDataPrice(ctx, boss, { ...change, megabyte: '1', note: '' }))).toMatch(/^note: /);
});

test('only operators look after items, templates, plans, packs and settings', async () => {
  const world = await createWorld();
  const { ctx } = world;
  const who: [Actor, string][] = [
    [VISITOR, 'sign-in-required'],
    [await world.addPlayer(), 'not-allowed'],
    [await world.addPlayer({ role: 'moderator' }), 'not-allowed'],
  ];
  const bytes = await png();
  for (const [actor, code] of who) {
    for (const attempt of [
      () => getItemsView(ctx, actor, null, null),
      () => getTemplatesView(ctx, actor, null, null),
      () => listAdminPlans(ctx, actor),
      () => saveItem(ctx, actor, posted(FIELDS, bytes)),
      () => saveTemplate(ctx, actor, posted(FIELDS, bytes)),
      () => savePlan(ctx, actor, { id: 'premium', price: '1', kiddocash: '0', features: 'x', note: 'abc' }),
      () => listAdminPacks(ctx, actor),
      () => savePack(ctx, actor, { id: 'pack-400', shillings: '1', dollars: '1', note: 'abc' }),
      () => getAdminDataPrice(ctx, actor),
      () => saveDataPrice(ctx, actor, { megabyte: '1', note: 'abc' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ code });
  }
  const boss = await operator(world);
  await expect(getItemsView(ctx, boss, 'nothing', null)).rejects.toMatchObject({ code: 'not-found' });
});

test('while an operator changes something, who buys, subscribes or chooses it is not kept waiting', async () => {
  const { ctx } = await createWorld();
  const pictures = { picture: 'x', thumb: 'x' };
  await ctx.db
    .insertInto('items')
    .values({ id: 'cap', name: 'Cap', category: 'hats', price: 1, position: 1, ...pictures })
    .execute();
  await ctx.db.insertInto('avatar_templates').values({ id: 'one', name: 'One', style: 'ours', picture: 'x', position: 1 }).execute();
  await ctx.db.transaction().execute(async (trx) => {
    await lockPlans(trx);
    await lockItem(trx, 'cap');
    await lockTemplate(trx, 'one');
    await lockPack(trx, 'pack-400');
    // The lock that a row with a foreign key to this one needs.
    for (const table of ['plans', 'items', 'avatar_templates', 'packs'])
      expect((await sql`select 1 from ${sql.table(table)} for key share nowait`.execute(ctx.db)).rows.length).toBeGreaterThan(0);
  });
});
