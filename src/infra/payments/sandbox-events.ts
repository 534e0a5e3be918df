import type { Logger } from 'pino';
import { z } from 'zod';
import type { ProviderEvent } from './payments.ts';
import type { SandboxPurchase } from './sandbox-state.ts';
import { isValidSignature, sign } from './signature.ts';
import type { VersionedStore } from './versioned-store.ts';

const SIGNATURE = 'x-till-signature';
const WEBHOOK_TIMEOUT_MS = 5_000;
/** Delays between retries of sending an event. */
export const RETRY_DELAYS_MS = [2_000, 15_000, 60_000, 600_000];

/** The delivery of the sandbox's events to the site: where to, and what waits for a retry. */
export type EventDelivery = {
  store: VersionedStore<SandboxPurchase>;
  webhook: string | null;
  secret: string;
  retriesMs: number[];
  log: Logger;
  timers: Set<NodeJS.Timeout>;
  closed: boolean;
};

/** Sends undelivered events, in order. If one is not accepted, delivery is retried later. */
export async function deliverEvents(delivery: EventDelivery, name: string, tries = 0): Promise<void> {
  if (delivery.webhook === null) return;
  const purchase = await delivery.store.read(name);
  for (const [index, { body, delivered }] of purchase?.news.entries() ?? []) {
    if (delivered) continue;
    if (!(await postWebhook(delivery, body))) return scheduleRetry(delivery, name, tries);
    await delivery.store.update(name, (before) => before && markDelivered(before, index));
  }
}

function scheduleRetry(delivery: EventDelivery, name: string, tries: number): void {
  const wait = delivery.retriesMs[tries];
  if (wait !== undefined) scheduleDelivery(delivery, name, tries + 1, wait);
}

/** Sends undelivered events after `wait` milliseconds. */
export function scheduleDelivery(delivery: EventDelivery, name: string, tries: number, wait: number): void {
  if (delivery.closed) return;
  const timer = setTimeout(() => {
    delivery.timers.delete(timer);
    deliverEvents(delivery, name, tries).catch((error: unknown) => delivery.log.error({ err: error }, 'the till could not read its book'));
  }, wait).unref();
  delivery.timers.add(timer);
}

/** Stops all retries. */
export function closeDelivery(delivery: EventDelivery): void {
  delivery.closed = true;
  for (const timer of delivery.timers) clearTimeout(timer);
  delivery.timers.clear();
}

/** Sends one event. @returns whether the site accepted it */
export async function postWebhook({ webhook, secret, log }: EventDelivery, body: string): Promise<boolean> {
  if (webhook === null) return false;
  try {
    const headers = { 'content-type': 'application/json', [SIGNATURE]: sign(body, secret) };
    const answer = await fetch(webhook, { method: 'POST', headers, body, signal: AbortSignal.timeout(WEBHOOK_TIMEOUT_MS) });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the site did not accept an event of the sandbox payment provider');
    return false;
  }
}

function markDelivered(purchase: SandboxPurchase, index: number): SandboxPurchase | null {
  if (purchase.news[index]?.delivered) return null;
  return { ...purchase, news: purchase.news.map((each, i) => (i === index ? { ...each, delivered: true } : each)) };
}

/** An event as it is sent. */
export function toWebhook(body: string, secret: string): { raw: Buffer; headers: Headers } {
  return { raw: Buffer.from(body), headers: new Headers({ [SIGNATURE]: sign(body, secret) }) };
}

const nonEmpty = z.string().min(1);
const eventSchema = z.intersection(
  z.object({ key: nonEmpty }),
  z.discriminatedUnion('kind', [
    z.object({
      kind: z.literal('charged'),
      reference: nonEmpty,
      subscription: z.object({ customer: nonEmpty, planId: nonEmpty.nullable() }).nullable(),
    }),
    z.object({ kind: z.literal('subscription'), code: nonEmpty }),
    z.object({ kind: z.literal('charge-failed'), code: nonEmpty }),
    z.object({ kind: z.enum(['refunded', 'disputed', 'dispute-won']), reference: nonEmpty, disputeId: nonEmpty.optional() }),
    z.object({
      kind: z.literal('refund-changed'),
      reference: nonEmpty,
      isProcessed: z.boolean(),
      amountMinor: z.number().int().positive(),
    }),
  ]),
);

/** Parses what the sandbox sent. @returns null if the signature is invalid or the body is not an event */
export function parseSandboxEvent(raw: Buffer, headers: { get(name: string): string | null }, secret: string): ProviderEvent | null {
  if (!isValidSignature(raw, secret, headers.get(SIGNATURE))) return null;
  const event = eventSchema.safeParse(parseJson(raw));
  // Pretend money counts in demo mode, and the sandbox only exists there.
  return event.success ? { ...event.data, isLive: true } : null;
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
