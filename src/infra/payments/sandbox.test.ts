import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Charge } from './payments.ts';
import { createSandboxProvider } from './sandbox.ts';
import { addMonth, listPossibleActions } from './sandbox-actions.ts';
import { openVersionedStore } from './versioned-store.ts';

const CARD: Charge = {
  reference: 'kiddo-sub-0001',
  amountMinor: 9900,
  currency: 'KES',
  email: 'parent@example.com',
  channel: 'card',
  renews: { planId: 'premium', planName: 'Kiddo Premium' },
  returnUrl: 'http://localhost:3000/subscription',
  description: 'Kiddo Premium, every month',
};
const PASS: Charge = { ...CARD, channel: 'mpesa', renews: null };

async function ownFolder(): Promise<string> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'kiddo-till-'));
  onTestFinished(() => fs.rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A site that accepts the sandbox's events, or answers with another status. */
async function site() {
  const heard: { raw: Buffer; headers: Headers }[] = [];
  const state = { status: 200 };
  const server = http.createServer((req, res) => {
    const parts: Buffer[] = [];
    req.on('data', (part: Buffer) => parts.push(part));
    req.on('end', () => {
      if (state.status === 200) heard.push({ raw: Buffer.concat(parts), headers: new Headers(req.headers as Record<string, string>) });
      res.writeHead(state.status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { heard, state, webhook: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/till` };
}

async function stand({ webhook = 'http://127.0.0.1:9/', retriesMs = [] as number[] } = {}) {
  const folder = await ownFolder();
  let now = Date.UTC(2026, 0, 31, 9);
  /** A second sandbox provider on the same store, like another process. */
  const another = () => {
    const till = createSandboxProvider({
      folder,
      origin: 'http://localhost:3000',
      webhook,
      secret: 'x'.repeat(64),
      now: () => new Date(now),
      log: pino({ level: 'silent' }),
      retriesMs,
    });
    onTestFinished(() => till.close());
    return till;
  };
  return { folder, till: another(), another, wait: (ms: number) => void (now += ms) };
}

test('what the till knows it knows after a restart, and in every process', async () => {
  const { till, another } = await stand();
  await till.startCheckout(CARD);
  await till.runAction(CARD.reference, 'pay');
  await till.runAction(CARD.reference, 'next-month');
  const before = await till.findPurchase(CARD.reference);
  till.close();
  const other = another();
  expect(await other.findPurchase(CARD.reference)).toEqual(before);
  expect(await other.runAction(CARD.reference, 'next-month')).toBe(true);
  const code = before?.subscription?.code ?? '';
  expect(await other.listChargesSince(code, new Date(0))).toHaveLength(3);
});

test('of many decisions at once one counts, and its charge is reported once', async () => {
  const { till, another } = await stand();
  await till.startCheckout(PASS);
  const tills = Array.from({ length: 4 }, () => another());
  const acts = tills.flatMap((each) => [
    each.runAction(PASS.reference, 'pay'),
    each.runAction(PASS.reference, 'decline'),
    each.runAction(PASS.reference, 'pay'),
  ]);
  expect((await Promise.all(acts)).filter(Boolean)).toHaveLength(1);
  const { charges, news } = (await till.findPurchase(PASS.reference)) ?? {};
  expect(charges).toHaveLength(1);
  expect(news).toHaveLength(charges?.[0]?.state === 'success' ? 1 : 0);
});

test('nothing is lost of a book that several write at once', async () => {
  const folder = await ownFolder();
  const books = Array.from({ length: 4 }, () => openVersionedStore<{ count: number }>(folder));
  const add = (book: (typeof books)[number]) => book.update('one', (before) => ({ count: (before?.count ?? 0) + 1 }));
  await Promise.all(books.flatMap((book) => Array.from({ length: 15 }, () => add(book))));
  expect(await books[0]?.read('one')).toEqual({ count: 60 });
  expect((await fs.readdir(path.join(folder, 'one'))).filter((name) => !name.endsWith('.json'))).toEqual([]);
});

test('a process that is killed leaves a book that can be read and written', async () => {
  const folder = await ownFolder();
  const book = openVersionedStore<{ count: number; filling: string }>(folder);
  const module = JSON.stringify(path.join(import.meta.dirname, 'versioned-store.ts'));
  const writer = `
    const { openVersionedStore } = await import(${module});
    const book = openVersionedStore(${JSON.stringify(folder)});
    for (;;) {
      const { count } = await book.update('one', (before) => ({ count: (before?.count ?? 0) + 1, filling: 'x'.repeat(20000) }));
      process.stdout.write(count + '\\n');
    }`;
  for (let round = 0; round < 3; round++) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    let complaint = '';
    child.stderr.on('data', (chunk) => (complaint += String(chunk)));
    const killed = new Promise((resolve) => child.once('close', resolve));
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      if (said.split('\n').length > 10) child.kill('SIGKILL');
    });
    await killed;
    const counts = said.trim().split('\n').map(Number);
    expect(counts.length, complaint).toBeGreaterThan(8);
    const { count = 0, filling = '' } = (await book.read('one')) ?? {};
    // Every update that was reported is stored; one more may have been stored but not reported.
    expect(count).toBeGreaterThanOrEqual(counts.at(-1) ?? Infinity);
    expect(filling).toHaveLength(20_000);
    expect(await book.update('one', (before) => before && { ...before, count: before.count + 1 })).toMatchObject({ count: count + 1 });
  }
});

test('nothing outside the book is read or written', async () => {
  const book = openVersionedStore(await ownFolder());
  for (const name of ['..', '../x', '', 'a/b', 'A', 'x'.repeat(65), 'a\0']) {
    await expect(book.read(name)).rejects.toThrow(/not a name/);
    await expect(book.update(name, () => ({}))).rejects.toThrow(/not a name/);
  }
});

test('the site gets the webhooks at once, signed, in order and once', async () => {
  const { heard, webhook } = await site();
  const { till } = await stand({ webhook });
  await till.startCheckout(CARD);
  expect(heard).toEqual([]);
  await till.runAction(CARD.reference, 'pay');
  await till.runAction(CARD.reference, 'pay');
  expect(heard.map(({ raw, headers }) => till.parseWebhook(raw, headers))).toMatchObject([
    { kind: 'charged', reference: CARD.reference },
    { kind: 'subscription' },
  ]);
  expect(heard[0]?.headers.get('x-till-signature')).toMatch(/^[0-9a-f]{128}$/);
  heard.length = 0;
  await till.resendEvents(CARD.reference);
  expect(heard.map(({ raw, headers }) => till.parseWebhook(raw, headers)?.kind)).toEqual(['subscription', 'charged']);
});

test('a webhook that the site did not accept is sent again, until it does', async () => {
  const { heard, state, webhook } = await site();
  const { till } = await stand({ webhook, retriesMs: [10, 20, 40, 80, 160, 320, 640, 1280] });
  await till.startCheckout(CARD);
  state.status = 503;
  await till.runAction(CARD.reference, 'pay');
  expect(heard).toEqual([]);
  state.status = 200;
  await vi.waitFor(() => expect(heard).toHaveLength(2), 5_000);
  expect(heard.map(({ raw, headers }) => till.parseWebhook(raw, headers)?.kind)).toEqual(['charged', 'subscription']);
});

test('what a process was to tell when it ended, the next one tells', async () => {
  const { heard, state, webhook } = await site();
  const { till, another } = await stand({ webhook });
  await till.startCheckout(PASS);
  state.status = 503;
  await till.runAction(PASS.reference, 'pay');
  till.close();
  state.status = 200;
  await another().findPurchase(PASS.reference);
  await vi.waitFor(() => expect(heard).toHaveLength(1), 5_000);
});

test('the clock charges the months that are due', async () => {
  const { till, wait } = await stand();
  await till.startCheckout(CARD);
  await till.runAction(CARD.reference, 'pay');
  const { subscription } = (await till.verify(CARD.reference)) ?? {};
  const code = subscription?.code ?? '';
  expect(subscription?.nextChargeAt).toEqual(new Date(Date.UTC(2026, 1, 28, 9)));
  wait(27 * 86_400_000);
  expect(await till.listChargesSince(code, new Date(0))).toHaveLength(1);
  wait(61 * 86_400_000);
  expect(await till.listChargesSince(code, new Date(0))).toHaveLength(4);
  expect((await till.findSubscription(code))?.nextChargeAt).toEqual(new Date(Date.UTC(2026, 4, 28, 9)));
});

test.each([
  ['2026-01-10T09:30:00.000Z', '2026-02-10T09:30:00.000Z'],
  ['2026-01-28T09:30:00.000Z', '2026-02-28T09:30:00.000Z'],
  ['2026-01-29T09:30:00.000Z', '2026-02-28T09:30:00.000Z'],
  ['2026-01-31T23:59:59.999Z', '2026-02-28T23:59:59.999Z'],
  ['2028-01-31T00:00:00.000Z', '2028-02-28T00:00:00.000Z'],
  ['2026-12-31T00:00:00.000Z', '2027-01-28T00:00:00.000Z'],
  ['2026-02-28T00:00:00.000Z', '2026-03-28T00:00:00.000Z'],
])('a month after %s is %s', (from, to) => {
  expect(addMonth(new Date(from)).toISOString()).toBe(to);
});

test('at each moment what makes sense can be done, and nothing else', async () => {
  const { till, wait } = await stand();
  const acts = async (charge?: string) => {
    const found = await till.findPurchase(CARD.reference);
    return found && listPossibleActions(found, new Date(Date.UTC(2026, 0, 31, 10)), charge);
  };
  await till.startCheckout(CARD);
  expect([await acts(), await acts(CARD.reference)]).toEqual([['pay', 'decline'], []]);
  for (const act of ['next-month', 'fail-next', 'good-card', 'refund', 'dispute', 'dispute-won', 'settle-less'] as const)
    expect([act, await till.runAction(CARD.reference, act)]).toEqual([act, false]);
  await till.runAction(CARD.reference, 'pay');
  expect([await acts(), await acts(CARD.reference)]).toEqual([
    ['next-month', 'fail-next', 'fail-refund'],
    ['refund', 'dispute', 'settle-less'],
  ]);
  await till.runAction(CARD.reference, 'fail-next');
  expect(await acts()).toEqual(['next-month', 'good-card', 'fail-refund']);
  await till.runAction(CARD.reference, 'next-month');
  expect((await till.findPurchase(CARD.reference))?.subscription?.state).toBe('attention');
  expect(await acts()).toEqual(['next-month', 'fail-next', 'good-card', 'fail-refund']);
  await till.runAction(CARD.reference, 'good-card');
  expect(await acts()).toEqual(['next-month', 'fail-next', 'fail-refund']);
  const { code = '', token = '' } = (await till.findPurchase(CARD.reference))?.subscription ?? {};
  expect(await till.getCardUpdateLink(code)).toBe('http://localhost:3000/till/kiddo-sub-0001');
  await till.disableAutoRenew(code, token);
  expect(await acts()).toEqual(['fail-refund']);
  await till.runAction(CARD.reference, 'dispute', CARD.reference);
  expect(await acts(CARD.reference)).toEqual(['refund', 'dispute-won']);
  await till.runAction(CARD.reference, 'refund', CARD.reference);
  expect(await acts(CARD.reference)).toEqual([]);
  wait(90 * 86_400_000);
  expect((await till.findPurchase(CARD.reference))?.subscription?.state).toBe('ended');
  expect([await acts(), await till.runAction('kiddo-none', 'pay')]).toEqual([[], false]);
});

test('a dispute asks for what is left, and a payout loses no more than was paid', async () => {
  const { till, wait } = await stand();
  await till.startCheckout(PASS);
  await till.runAction(PASS.reference, 'pay');
  await till.refund({ reference: PASS.reference, amountMinor: 5000, currency: 'KES', note: 'a part', payerNote: '' });
  await till.runAction(PASS.reference, 'dispute', PASS.reference);
  expect(await till.disputes.list(new Date(0))).toMatchObject([{ amountMinor: 4900 }]);
  wait(2 * 86_400_000);
  expect(await till.settlements.list(new Date(0))).toMatchObject([{ processedMinor: 9900, deductionsMinor: 9900 }]);
});

test('each charge of a subscription can be given back by itself', async () => {
  const { till } = await stand();
  await till.startCheckout(CARD);
  await till.runAction(CARD.reference, 'pay');
  await till.runAction(CARD.reference, 'next-month');
  const renewal = (await till.findPurchase(CARD.reference))?.charges[1]?.reference ?? '';
  expect(await till.runAction(CARD.reference, 'refund', renewal)).toBe(true);
  expect(await till.runAction(CARD.reference, 'refund', 'kiddo-sub-9999')).toBe(false);
  const [, last] = [await till.findPurchase(CARD.reference), (await till.listEvents(CARD.reference)).at(-1)];
  expect(till.parseWebhook(last?.raw ?? Buffer.from(''), last?.headers ?? new Headers())).toMatchObject({
    kind: 'refund-changed',
    reference: renewal,
  });
  expect([(await till.verify(CARD.reference))?.state, (await till.verify(renewal))?.state]).toEqual(['success', 'failed']);
});
