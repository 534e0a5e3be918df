import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createChargedEvent, createPaymentsWorld, getReference } from '../../tests/fake-payments.ts';
import { hasPremium } from '../features/premium/service.server.ts';
import { subscribe } from '../features/subscriptions/checkout/service.server.ts';
import { webhookRoutes } from './webhooks.ts';

const address = 'http://localhost:3000/webhooks/till';

test('a provider’s news: 200 once it is stored, 401 unsigned, 413 too large, 404 for another provider', async () => {
  const paying = await createPaymentsWorld();
  const app = webhookRoutes(paying.ctx);
  const player = await paying.world.addPlayer();
  const reference = getReference((await subscribe(paying.ctx, player, { plan: 'premium', channel: 'mpesa' })).url);
  paying.fake.pay(reference);
  const { raw, headers } = paying.fake.signEvent(createChargedEvent(reference));
  const post = async (body: BodyInit, head: Headers = headers, to = address) =>
    (await app.fetch(new Request(to, { method: 'POST', body, headers: head, duplex: 'half' } as RequestInit))).status;
  const stored = () => paying.ctx.db.selectFrom('webhook_events').select('body').execute();

  expect(await post(raw.toString(), new Headers())).toBe(401);
  expect(await post(`${raw.toString()} `)).toBe(401);
  expect(await post('', new Headers())).toBe(401);
  expect(await post(raw.toString(), headers, address.replace('till', 'paystack'))).toBe(404);
  expect(await post('x'.repeat(100 * 1024 + 1))).toBe(413);
  // A body without a content-length is counted while it arrives.
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent++;
      controller.enqueue(new Uint8Array(10_000));
    },
  });
  expect(await post(endless)).toBe(413);
  expect(sent).toBeLessThan(20);
  expect(await stored()).toEqual([]);

  expect(await post(raw.toString())).toBe(200);
  expect(await post(raw.toString())).toBe(200);
  expect(await stored()).toEqual([{ body: raw.toString() }]);
  await paying.runJobs();
  expect(await hasPremium(paying.ctx, player.id)).toBe(true);
});

test('what cannot be stored is not said to be', async () => {
  const paying = await createPaymentsWorld();
  const { raw, headers } = paying.fake.signEvent(createChargedEvent('some-reference'));
  const broken = { ...paying.ctx, newId: () => 'no id at all' };
  const app = new Hono().route('/', webhookRoutes(broken)).onError((_, c) => c.text('', 500));
  const answer = await app.fetch(new Request(address, { method: 'POST', body: raw.toString(), headers }));
  expect(answer.status).toBe(500);
  expect(await paying.ctx.db.selectFrom('webhook_events').select('id').execute()).toEqual([]);
});
