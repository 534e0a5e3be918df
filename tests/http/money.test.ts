import { expect, test } from 'vitest';
import { newId } from '../../src/shared/ids.ts';
import { findElements, followLink, open, submitForm, textOf, type Page } from './page.ts';
import { createSubscriber, payForPlan } from './payments.ts';
import { createPlayerClient, createVisitorClient } from './http-client.ts';
import { openSite, type TestSite } from './site.ts';

// Plans and kiddocash by forms and links, without JavaScript, and who may see what. With JavaScript: tests/e2e/subscriptions.spec.ts and
// wallet.spec.ts.

const card = ({ html }: Page) => textOf(findElements(html, 'section', { 'aria-label': 'Your subscription' }).join(' '));
const balance = ({ html }: Page) => findElements(html, 'div', { class: 'packs-balance' }).map(textOf).join(' ');
const paymentsOf = (site: TestSite, playerId: string) =>
  site.query<{ reference: string; state: string }>(`select reference, state from payments where player_id = $1 order by created_at`, [
    playerId,
  ]);

test('without JavaScript: subscribe, auto-renew, cancel, buy, and the statement', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const till = await submitForm(me, await open(me, '/subscription'), 'Choose Premium', { channel: 'card' });
  expect(till.at.pathname).toMatch(/^\/till\/kd-[0-9a-f]{32}$/);
  const paid = await submitForm(me, till, 'Pay');
  expect(paid.at.pathname + paid.at.search).toMatch(/^\/subscription\?payment=success/);
  expect(textOf(paid.html)).toContain('Payment Successful!');
  expect(card(paid)).toMatch(/Kiddocash 400/);
  const off = await submitForm(me, paid, 'Auto-renew');
  expect(textOf(off.html)).toContain('Auto-renew is off');
  expect(off.html).toMatch(/role="switch"[^>]*aria-checked="false"|aria-checked="false"[^>]*role="switch"/);

  const asks = await followLink(me, off, 'Cancel');
  expect(textOf(asks.html)).toContain('Cancel subscription immediately?');
  const unchanged = await followLink(me, asks, 'Keep subscription');
  expect(card(unchanged)).toContain('Active');
  const ended = await submitForm(me, await followLink(me, unchanged, 'Cancel'), 'Confirm cancel');
  expect(textOf(ended.html)).toContain('Subscription canceled');
  expect(card(ended)).toContain('Free Plan');

  const bought = await submitForm(me, await submitForm(me, await open(me, '/robux'), /^Buy 800 kiddocash/), 'Pay');
  expect(bought.at.pathname + bought.at.search).toMatch(/^\/robux\?payment=success/);
  expect(textOf(bought.html)).toContain('Payment Successful!');
  expect(balance(bought)).toContain('1,200');
  const statement = await followLink(me, bought, 'Where it came from');
  expect(textOf(statement.html)).toContain('800 kiddocash for KSH 189');
  expect(findElements(findElements(statement.html, 'tbody').join(''), 'tr')).toHaveLength(2);
  expect((await paymentsOf(site, me.known.id)).map(({ state }) => state)).toEqual(['success', 'success']);
});

test('the statement: every entry with the balance after it, page by page', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const amounts = Array.from({ length: 45 }, (_each, index) => (index % 3 === 2 ? -30 : 100 + index));
  const balances = amounts.map((_each, index) => amounts.slice(0, index + 1).reduce((sum, one) => sum + one, 0));
  const ids = amounts.map(() => newId()).toSorted();
  await site.query(
    `insert into ledger (id, player_id, amount, balance, source, source_ref, note)
     select id, $1::uuid, amount, balance, 'operator', $1::text || ' ' || id, '' from unnest($2::uuid[], $3::int[], $4::int[]) as t (id, amount, balance)`,
    [me.known.id, ids, amounts, balances],
  );
  await site.query(`insert into wallets (player_id, balance) values ($1, $2)`, [me.known.id, balances.at(-1)]);
  const rows = ({ html }: Page) =>
    findElements(findElements(html, 'tbody').join(''), 'tr').map((row) => textOf(findElements(row, 'td').at(-1) ?? ''));
  const first = await open(me, '/robux/statement');
  expect(textOf(findElements(first.html, 'p', { class: 'statement-balance' }).join(''))).toContain(
    (balances.at(-1) ?? 0).toLocaleString('en-US'),
  );
  const second = await followLink(me, first, 'Older entries');
  const third = await followLink(me, second, 'Older entries');
  expect([first, second, third].map((page) => rows(page).length)).toEqual([20, 20, 5]);
  expect([first, second, third].flatMap(rows)).toEqual(balances.toReversed().map((each) => each.toLocaleString('en-US')));
  expect(textOf(third.html)).not.toContain('Older entries');
  const newest = await followLink(me, third, 'Back to the newest');
  expect(newest.at.href).toBe(`${site.origin}/robux/statement`);
  expect(rows(newest)).toHaveLength(20);
});

test('a visitor who chooses a plan or a pack signs in and comes back', async () => {
  const site = await openSite();
  for (const [address, name, plan] of [
    ['/subscription', 'Log in to choose Premium', 'Free Plan'],
    // This page shows no plan.
    ['/robux', /^Log in to buy/, ''],
  ] as const) {
    const person = createVisitorClient(site);
    const page = await open(person, address);
    expect(card(page)).toBe('');
    const login = await followLink(person, page, name);
    expect(login.at.pathname + login.at.search).toBe(`/login?returnUrl=${encodeURIComponent(address)}`);
    const back = await submitForm(person, login, 'Sign In', { identifier: 'chao', password: 'kiddo-demo' });
    expect(back.at.href).toBe(site.origin + address);
    expect(card(back)).toContain(plan);
  }
  const nobody = createVisitorClient(site);
  const join = await followLink(nobody, await open(nobody, '/subscription'), 'Sign Up Free');
  expect(join.at.pathname + join.at.search).toBe('/signup?returnUrl=%2Fsubscription');
  for (const address of ['/robux/statement', '/subscription/receipts/kd-00000000'])
    expect((await nobody.get(address)).headers.get('location'), address).toBe(`/login?returnUrl=${encodeURIComponent(address)}`);
});

test('who is signed out at the till signs in when coming back, and is told what was paid', async () => {
  const site = await openSite();
  const me = await createPlayerClient(site);
  const reference = await payForPlan(site, me, 'premium', 'mpesa');
  const address = `/subscription?reference=${reference}`;
  const nobody = createVisitorClient(site);
  const login = await open(nobody, address);
  expect(login.at.pathname + login.at.search).toBe(`/login?returnUrl=${encodeURIComponent(address)}`);
  const back = await open(me, login.at.searchParams.get('returnUrl') ?? '');
  expect(back.at.pathname).toBe('/subscription');
  expect(textOf(back.html)).toContain('Payment Successful!');
  expect(await site.query('select balance from wallets where player_id = $1', [me.known.id])).toEqual([{ balance: 400 }]);
});

test('a receipt is for who paid, and a till for references that there are', async () => {
  const site = await openSite();
  const payer = await createSubscriber(site);
  const reference = (await paymentsOf(site, payer.known.id))[0]?.reference ?? '';
  expect((await payer.get(`/subscription/receipts/${reference}`)).status).toBe(200);
  const other = await createPlayerClient(site);
  expect((await other.get(`/subscription/receipts/${reference}`)).status).toBe(404);
  expect((await other.get('/till/kd-00000000000000000000000000000000')).status).toBe(404);
  // Returning with another player's payment reference grants nothing and reveals nothing.
  const stolen = await open(other, `/subscription?reference=${reference}`);
  expect(stolen.at.pathname).toBe('/subscription');
  expect(card(stolen)).toContain('Free Plan');
  expect(textOf(stolen.html)).not.toContain('Payment Successful!');
  const forged = await open(other, '/subscription?payment=success');
  expect(card(forged)).toContain('Free Plan');
  expect(textOf(forged.html)).not.toContain('Payment Successful!');
  expect(textOf(forged.html)).toContain('Your payment is being confirmed');
  expect(textOf((await followLink(other, forged, 'See what became of it')).html)).not.toContain('being confirmed');
  // A visitor has no payments to look at.
  const nobody = textOf((await open(createVisitorClient(site), '/robux?payment=success')).html);
  expect(nobody).toContain('Log in to see your payment');
  expect(nobody).not.toContain('Payment Successful!');
});

test('packs cost shillings with M-Pesa and dollars by card; visitors see both prices', async () => {
  const site = await openSite();
  const shop = textOf((await open(createVisitorClient(site), '/robux')).html);
  for (const prices of ['KSH 99 USD 4.99 by card', 'KSH 189 USD 9.99 by card', 'KSH 389 USD 19.99 by card', 'KSH 1,099 USD 49.99 by card'])
    expect(shop).toContain(prices);
  const me = await createPlayerClient(site);
  for (const [channel, price] of [
    ['mpesa', 'KSH 389'],
    ['card', 'USD 19.99'],
  ] as const) {
    const till = await submitForm(me, await open(me, '/robux'), /^Buy 1,700 kiddocash/, { channel });
    expect(textOf(till.html)).toContain(price);
    await submitForm(me, till, 'Pay');
    const [latest] = (await paymentsOf(site, me.known.id)).slice(-1);
    const receipt = textOf((await open(me, `/subscription/receipts/${latest?.reference}`)).html);
    expect(receipt).toContain(price);
  }
});

test('subscribing again in a paid month brings no second kiddocash, and the page says when the next comes', async () => {
  const site = await openSite();
  const me = await createSubscriber(site, 'premium', 'mpesa');
  await submitForm(me, await followLink(me, await open(me, '/subscription'), 'Cancel'), 'Confirm cancel');
  const before = await open(me, '/subscription');
  expect(textOf(before.html)).toContain('You had the kiddocash of this month.');
  await payForPlan(site, me, 'premium', 'mpesa');
  const after = await open(me, '/subscription');
  expect(card(after)).toMatch(/Kiddocash 400 .*Next kiddocash 400 on /);
});
