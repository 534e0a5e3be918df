import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect, onTestFinished, test } from 'vitest';
import { webhookRoutes } from '../../server/webhooks.ts';
import { PRODUCTION_SETTINGS } from '../../../tests/production-settings.ts';
import { createWorld } from '../../../tests/world.ts';
import { VISITOR } from '../../shared/permissions.ts';
import { startPaystack } from '../../../tests/adapters/paystack-double.ts';
import { runSandboxAction, getSandboxView } from './service.server.ts';

const KEY = 'sk_test_0123456789abcdef';
const CARD = {
  reference: 'kiddo-sub-0001',
  amountMinor: 9900,
  currency: 'KES' as const,
  email: 'parent@example.com',
  channel: 'card' as const,
  renews: { planId: 'premium', planName: 'Kiddo Premium' },
  returnUrl: 'http://localhost:3000/subscription?payment=kiddo-sub-0001',
  description: 'Kiddo Premium, every month',
};

test('demo mode has a till: its page shows what is paid, and what can be done', async () => {
  const { ctx } = await createWorld();
  expect([ctx.payments.name, ctx.payments]).toEqual(['till', ctx.sandboxProvider]);
  const { url } = await ctx.payments.startCheckout(CARD);
  expect(url).toBe('http://localhost:3000/till/kiddo-sub-0001');
  expect(await getSandboxView(ctx, VISITOR, CARD.reference)).toEqual({
    reference: CARD.reference,
    description: CARD.description,
    email: CARD.email,
    price: { minor: 9900, currency: 'KES' },
    channel: 'card',
    planName: 'Kiddo Premium',
    returnUrl: CARD.returnUrl,
    charges: [{ reference: CARD.reference, state: 'pending', back: null, at: null, acts: [] }],
    subscription: null,
    failRefund: false,
    acts: ['pay', 'decline'],
  });
  await expect(getSandboxView(ctx, VISITOR, 'kiddo-none')).rejects.toMatchObject({ code: 'not-found' });
});

test('who pays or declines is led back, once and again; who does something else stays', async () => {
  const { ctx } = await createWorld();
  await ctx.payments.startCheckout(CARD);
  for (let i = 0; i < 2; i++) expect(await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'pay' })).toBe(CARD.returnUrl);
  const view = await getSandboxView(ctx, VISITOR, CARD.reference);
  expect(view).toMatchObject({
    charges: [{ state: 'success', acts: ['refund', 'dispute', 'settle-less'] }],
    subscription: { state: 'active', failNext: false },
    acts: ['next-month', 'fail-next', 'fail-refund', 'tell-again'],
  });
  expect(await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'fail-next' })).toBe('/till/kiddo-sub-0001');
  await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'next-month' });
  await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'refund', charge: CARD.reference });
  expect(await getSandboxView(ctx, VISITOR, CARD.reference)).toMatchObject({
    charges: [{ back: 'refunded' }, { state: 'failed' }],
    subscription: { state: 'attention' },
  });
  expect(await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'tell-again' })).toBe('/till/kiddo-sub-0001');

  await ctx.payments.startCheckout({ ...CARD, reference: 'kiddo-sub-0002' });
  expect(await runSandboxAction(ctx, VISITOR, 'kiddo-sub-0002', { do: 'decline' })).toBe(CARD.returnUrl);
  expect((await ctx.payments.verify('kiddo-sub-0002'))?.state).toBe('failed');
});

test('the site takes what its till tells it, each once', async () => {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { ctx, logged } = await createWorld({ PORT: String((server.address() as AddressInfo).port) });
  const listener = getRequestListener(webhookRoutes(ctx).fetch, { overrideGlobalObjects: false });
  server.on('request', (req, res) => void listener(req, res));
  await ctx.payments.startCheckout(CARD);
  await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'pay' });
  await runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'tell-again' });
  const stored = await ctx.db.selectFrom('webhook_events').select(['provider', 'body']).orderBy('received_at').execute();
  expect(stored.map(({ provider, body }) => [provider, (JSON.parse(body) as { kind: string }).kind])).toEqual([
    ['till', 'charged'],
    ['till', 'subscription'],
  ]);
  expect([logged, (await ctx.sandboxProvider?.findPurchase(CARD.reference))?.news.map((each) => each.delivered)]).toEqual([
    [],
    [true, true],
  ]);
});

test('what is no act is refused, and does nothing', async () => {
  const { ctx } = await createWorld();
  await ctx.payments.startCheckout(CARD);
  for (const fields of [{}, { do: '' }, { do: 'give' }, { do: 'pay', charge: '' }, { do: 'pay', charge: 'x'.repeat(201) }])
    await expect(runSandboxAction(ctx, VISITOR, CARD.reference, fields as Record<string, string>)).rejects.toMatchObject({
      code: 'bad-input',
    });
  await expect(runSandboxAction(ctx, VISITOR, 'kiddo-none', { do: 'pay' })).rejects.toMatchObject({ code: 'not-found' });
  expect((await ctx.payments.verify(CARD.reference))?.state).toBe('pending');
});

test('where Paystack takes the money there is no till', async () => {
  const double = await startPaystack(KEY, () => new Date());
  const { ctx } = await createWorld({ PAYSTACK_SECRET_KEY: KEY, PAYSTACK_BASE: `${double.base}/` });
  expect([ctx.payments.name, ctx.sandboxProvider]).toEqual(['paystack', null]);
  await ctx.payments.startCheckout(CARD);
  double.pay(CARD.reference);
  expect(await ctx.payments.verify(CARD.reference)).toMatchObject({ state: 'success', isLive: true });
  await expect(getSandboxView(ctx, VISITOR, CARD.reference)).rejects.toMatchObject({ code: 'not-found' });
  await expect(runSandboxAction(ctx, VISITOR, CARD.reference, { do: 'pay' })).rejects.toMatchObject({ code: 'not-found' });
});

test('in production pretend money counts for nothing', async () => {
  const double = await startPaystack(PRODUCTION_SETTINGS.PAYSTACK_SECRET_KEY, () => new Date(), 'test');
  const { ctx } = await createWorld({ ...PRODUCTION_SETTINGS, PAYSTACK_BASE: double.base });
  await ctx.payments.startCheckout(CARD);
  double.pay(CARD.reference);
  expect(await ctx.payments.verify(CARD.reference)).toMatchObject({ state: 'success', isLive: false });
  expect(double.webhooks().map(({ raw, headers }) => ctx.payments.parseWebhook(raw, headers)?.isLive)).toEqual([false, false]);
  await expect(getSandboxView(ctx, VISITOR, CARD.reference)).rejects.toMatchObject({ code: 'not-found' });
});
