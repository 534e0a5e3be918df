import { describe, expect, it } from 'vitest';
import { getReference } from '../../../../tests/fake-payments.ts';
import { askOf, giveConsent } from '../../../../tests/guardian-world.ts';
import { createPaymentsPages, type RouteResult } from '../../../../tests/pages.ts';
import { actionFailure } from '../../../shared/action-result.ts';
import { VISITOR, type Actor } from '../../../shared/permissions.ts';
import * as money from '../admin/pages/player.tsx';
import * as receipt from './receipt.tsx';
import * as subscription from './subscription.tsx';

const viewOf = (answer: RouteResult) =>
  (answer.data as { view: { status: { kind: string } | null; payments: { state: string }[]; kiddocash: number } }).view;

describe('/subscription', () => {
  it('shows the plans to a visitor, and leads them to log in when they choose one', async () => {
    const { get, post } = await createPaymentsPages();
    const { data } = await get(subscription, '/subscription', VISITOR);
    expect(data).toMatchObject({ view: { status: null, kiddocash: null, payments: [] }, isStart: true });
    expect((data as { view: { plans: unknown[] } }).view.plans).toHaveLength(3);
    expect(await post(subscription, { do: 'subscribe', plan: 'premium', channel: 'card' }, VISITOR)).toMatchObject({
      to: '/login?returnUrl=%2Fsubscription',
    });
  });

  it('leads to the checkout, and from there back to what the provider says', async () => {
    const { get, post, fake } = await createPaymentsPages();
    const sent = await post(subscription, { do: 'subscribe', plan: 'premium', channel: 'card' });
    expect(sent.to).toMatch(/^https:\/\/pay\.example\//);
    const reference = getReference(sent.to ?? '');
    const back = `/subscription?reference=${reference}`;

    expect((await get(subscription, back)).to).toBe(`/subscription?payment=processing&for=${reference}`);
    fake.pay(reference);
    expect((await get(subscription, back)).to).toBe(`/subscription?payment=success&for=${reference}`);
    const view = viewOf(await get(subscription, '/subscription'));
    expect(view).toMatchObject({ status: { kind: 'active', planId: 'premium', autoRenew: true }, kiddocash: 400 });
    expect(view.payments).toMatchObject([{ reference, state: 'success' }]);
    // A player whose session ended meanwhile logs in on return and still gets the message.
    expect((await get(subscription, back, VISITOR)).to).toBe(`/login?returnUrl=${encodeURIComponent(back)}`);
    expect((await get(subscription, back)).to).toBe(`/subscription?payment=success&for=${reference}`);
  });

  it('answers a player under 18 with why it is not sold, next to the form', async () => {
    const { post, world, ctx } = await createPaymentsPages();
    const teen = await world.addPlayer({ age_band: 13, birth_month: '2012-01' });
    const fields = { do: 'subscribe', plan: 'pro', channel: 'mpesa' };
    const refusal = (code: string) => ({
      status: 403,
      to: null,
      data: actionFailure(code, { values: { channel: 'mpesa' }, requestId: 'r1' }),
    });
    expect(await post(subscription, fields, teen)).toEqual(refusal('guardian-required'));
    await giveConsent(askOf(ctx), teen.id, { chat: 'off', buying: 'up-to-a-sum', sum: 100 });
    expect(await post(subscription, fields, teen)).toEqual(refusal('over-monthly-sum'));
    expect((await post(subscription, { ...fields, plan: 'premium' }, teen)).to).toMatch(/^https:/);
  });

  it('gives nothing for a payment that was declined, and leads to a new checkout', async () => {
    const { get, post, fake } = await createPaymentsPages();
    const fields = { do: 'subscribe', plan: 'premium', channel: 'card' };
    const declined = getReference((await post(subscription, fields)).to ?? '');
    fake.decline(declined);
    expect((await get(subscription, `/subscription?reference=${declined}`)).to).toBe(`/subscription?payment=failed&for=${declined}`);
    const view = viewOf(await get(subscription, '/subscription'));
    expect(view).toMatchObject({ status: { kind: 'free' }, kiddocash: 0, payments: [{ reference: declined, state: 'failed' }] });
    expect(getReference((await post(subscription, fields)).to ?? '')).not.toBe(declined);
  });

  it('sells a bigger plan, which begins at once and brings its kiddocash when the month is over', async () => {
    const { get, post, buy, fake, player } = await createPaymentsPages();
    await buy(player, 'premium', 'card');
    const { to } = await post(subscription, { do: 'subscribe', plan: 'pro', channel: 'mpesa' });
    fake.pay(getReference(to ?? ''));
    await get(subscription, `/subscription?reference=${getReference(to ?? '')}`);
    expect(viewOf(await get(subscription, '/subscription'))).toMatchObject({
      status: { kind: 'active', planId: 'pro', channel: 'mpesa' },
      kiddocash: 400,
      kiddocashPlan: { next: { amount: 1000 } },
      payments: [{ state: 'success' }, { state: 'success' }],
    });
  });

  it('asks nothing about a payment of somebody else, and leads a visitor who comes back to log in', async () => {
    const { world, get, buy, player } = await createPaymentsPages();
    const other = await world.addPlayer({});
    const reference = await buy(other, 'pro', 'mpesa');
    expect((await get(subscription, `/subscription?reference=${reference}`, player)).to).toBe('/subscription');
    expect((await get(subscription, `/subscription?reference=${reference}`, VISITOR)).to).toBe(
      `/login?returnUrl=${encodeURIComponent(`/subscription?reference=${reference}`)}`,
    );
    expect(viewOf(await get(subscription, '/subscription', player))).toMatchObject({ status: { kind: 'free' }, payments: [] });
  });

  it('two presses lead to one checkout', async () => {
    const { get, post } = await createPaymentsPages();
    const fields = { do: 'subscribe', plan: 'pro', channel: 'mpesa' };
    const first = await post(subscription, fields);
    expect((await post(subscription, fields)).to).toBe(first.to);
    expect(viewOf(await get(subscription, '/subscription')).payments).toMatchObject([{ state: 'pending' }]);
  });

  it('says what went wrong and keeps the way to pay', async () => {
    const { post, fake } = await createPaymentsPages();
    fake.fail = 'before';
    expect(await post(subscription, { do: 'subscribe', plan: 'premium', channel: 'mpesa' })).toEqual({
      status: 503,
      to: null,
      data: actionFailure('unavailable', { values: { channel: 'mpesa' }, requestId: 'r1' }),
    });
    const wrong = [{ do: 'subscribe', plan: 'basic', channel: 'card' }, { do: 'subscribe', plan: 'premium' }, { do: 'fly' }, {}];
    for (const fields of wrong)
      expect([fields, await post(subscription, fields as Record<string, string>)]).toMatchObject([
        fields,
        { status: 400, data: { code: 'bad-input' } },
      ]);
    for (const nothing of ['cancel', 'fix-card', 'auto-renew'])
      expect([nothing, await post(subscription, { do: nothing })]).toMatchObject([
        nothing,
        { status: 409, data: { ok: false, code: 'not-available' } },
      ]);
  });

  it('turns renewing off and on, mends the card, and cancels at once', async () => {
    const { get, post, buy, player } = await createPaymentsPages();
    await buy(player, 'premium', 'card');
    const status = async () => viewOf(await get(subscription, '/subscription')).status;
    expect(await post(subscription, { do: 'auto-renew', on: 'no' })).toMatchObject({ data: { ok: true, action: 'auto-renew-off' } });
    expect(await status()).toMatchObject({ kind: 'active', autoRenew: false, nextBilling: null });
    expect(await post(subscription, { do: 'auto-renew', on: 'yes' })).toMatchObject({ data: { ok: true, action: 'auto-renew-on' } });
    expect(await status()).toMatchObject({ kind: 'active', autoRenew: true });
    expect((await post(subscription, { do: 'fix-card' })).to).toMatch(/^https:\/\/pay\.example\/card\//);
    expect(await post(subscription, { do: 'cancel' })).toMatchObject({ status: 200, data: { ok: true, action: 'cancel' } });
    expect(await status()).toEqual({ kind: 'free' });
  });
});

it('/subscription/receipts is for one’s own payments', async () => {
  const { world, get, buy, player } = await createPaymentsPages();
  const reference = await buy(player, 'premium', 'mpesa');
  const other = await world.addPlayer({});
  const at = (actor: Actor) => get(receipt, `/subscription/receipts/${reference}`, actor, { reference });
  expect((await at(player)).data).toMatchObject({ receipt: { reference, username: 'amani', state: 'success', price: { minor: 9900 } } });
  expect(await at(other)).toMatchObject({ status: 404 });
  expect((await at(VISITOR)).to).toBe(`/login?returnUrl=${encodeURIComponent(`/subscription/receipts/${reference}`)}`);
});

describe('/operator/players/{id}', () => {
  it('is for operators only', async () => {
    const { world, get, post, player } = await createPaymentsPages();
    const moderator = await world.addPlayer({ role: 'moderator' });
    const at = (actor: Actor) => get(money, `/operator/players/${player.id}`, actor, { id: player.id });
    expect(await at(player)).toMatchObject({ status: 403 });
    expect(await at(moderator)).toMatchObject({ status: 403 });
    expect((await at(VISITOR)).to).toBe(`/login?returnUrl=${encodeURIComponent(`/operator/players/${player.id}`)}`);
    const fields = { do: 'grant', amount: '5', reason: 'For me', key: world.ctx.newId() };
    for (const actor of [player, moderator]) expect(await post(money, fields, actor, { id: player.id })).toMatchObject({ status: 403 });
    expect(viewOf(await get(subscription, '/subscription')).kiddocash).toBe(0);
  });

  it('shows what was paid and got, and grants once for each form', async () => {
    const { world, get, post, buy, player } = await createPaymentsPages();
    const operator = await world.addPlayer({ role: 'operator' });
    await buy(player, 'premium', 'card');
    const params = { id: player.id };
    const page = async () =>
      (await get(money, `/operator/players/${player.id}`, operator, params)).data as { wallet: { key: string; statement: object } };
    const before = await page();
    expect(before).toMatchObject({
      paid: { status: { kind: 'active' }, payments: [{ state: 'success' }], subscriptions: [{ state: 'active', planName: 'Premium' }] },
      wallet: { canAdjust: true, statement: { balance: 400, items: [{ amount: 400 }] } },
      isStart: { payments: true, ledger: true },
    });
    const fields = { do: 'grant', amount: '100', reason: 'It was lost.', key: before.wallet.key };
    expect((await post(money, fields, operator, params)).data).toEqual({
      ok: true,
      adjustment: 'grant',
      amount: 100,
      balance: 500,
      isNew: true,
    });
    expect((await post(money, fields, operator, params)).data).toMatchObject({ ok: true, balance: 500, isNew: false });
    expect((await page()).wallet.statement).toMatchObject({ balance: 500 });
  });

  it('says which field is wrong, and keeps what was typed', async () => {
    const { world, get, post, player } = await createPaymentsPages();
    const operator = await world.addPlayer({ role: 'operator' });
    const params = { id: player.id };
    const { wallet } = (await get(money, '/operator/players', operator, params)).data as { wallet: { key: string } };
    const fields = { do: 'take', amount: '5', reason: 'A slip.', key: wallet.key };
    expect(await post(money, fields, operator, params)).toMatchObject({
      status: 409,
      data: actionFailure('not-available', { values: { amount: '5', reason: 'A slip.' }, requestId: 'r1' }),
    });
    expect(await post(money, { ...fields, amount: 'x' }, operator, params)).toMatchObject({
      status: 400,
      data: { ok: false, code: 'bad-input', fieldErrors: { amount: expect.any(String) }, values: { amount: 'x', reason: 'A slip.' } },
    });
    expect(await post(money, { ...fields, reason: '' }, operator, params)).toMatchObject({
      status: 400,
      data: { fieldErrors: { reason: expect.any(String) } },
    });
  });
});
