import type { Logger } from 'pino';
import {
  DuplicateReferenceError,
  PaymentsRejectedError,
  type Charge,
  type PaymentProvider,
  type ProviderRefund,
  type RefundOrder,
} from './payments.ts';
import { applyAction, applyDueCharge, setAutoRenew, type SandboxAction } from './sandbox-actions.ts';
import {
  closeDelivery,
  deliverEvents,
  parseSandboxEvent,
  postWebhook,
  RETRY_DELAYS_MS,
  scheduleDelivery,
  toWebhook,
  type EventDelivery,
} from './sandbox-events.ts';
import { createSandboxDisputes } from './sandbox-disputes.ts';
import { createSandboxSettlements } from './sandbox-settlements.ts';
import {
  createPurchase,
  findByReference,
  getEntryName,
  isSameCharge,
  toChargeVerification,
  toProviderSubscription,
  validateCharge,
} from './sandbox-purchases.ts';
import { applyRefundOrder, listProviderRefunds, toProviderRefund } from './sandbox-refunds.ts';
import type { SandboxPurchase, SandboxRefund } from './sandbox-state.ts';
import { openVersionedStore, type VersionedStore } from './versioned-store.ts';

export type SandboxOptions = {
  /** The folder of its store, which survives restarts. */
  folder: string;
  /** The site's origin, for the sandbox's page /till/{reference}. */
  origin: string;
  /** URL to which it sends events; null keeps them until a provider with a URL finds them undelivered. */
  webhook: string | null;
  /** Signs the events. */
  secret: string;
  now(): Date;
  log: Logger;
  /** Delays between retries of sending an event, in milliseconds. */
  retriesMs?: number[];
};

/** A payment provider for demo mode: it works like a real one, but the person on its page decides what happens. */
export type SandboxProvider = PaymentProvider & {
  name: 'till';
  /** The purchase of a reference, paid or not. */
  findPurchase(reference: string): Promise<SandboxPurchase | null>;
  /** Applies an action and sends its events. @returns whether the action was possible. @param charge the reference of one of its charges */
  runAction(reference: string, act: SandboxAction, charge?: string): Promise<boolean>;
  /** Sends all events of a purchase again, in reverse order. */
  resendEvents(reference: string): Promise<void>;
  /** All events of a purchase, as they are sent. */
  listEvents(reference: string): Promise<{ raw: Buffer; headers: Headers }[]>;
  /** Deletes the purchase of a deleted account. @param reference the one that the site started */
  erasePurchase(reference: string): Promise<void>;
  close(): void;
};

/** What the sandbox works with. */
type Sandbox = { store: VersionedStore<SandboxPurchase>; delivery: EventDelivery; origin: string; now(): Date };

/** Creates the sandbox of demo mode. */
export function createSandboxProvider(options: SandboxOptions): SandboxProvider {
  const { origin, secret, webhook, now, log, retriesMs = RETRY_DELAYS_MS } = options;
  const store = openVersionedStore<SandboxPurchase>(options.folder);
  const delivery: EventDelivery = { store, webhook, secret, retriesMs, log, timers: new Set(), closed: false };
  const sandbox: Sandbox = { store, delivery, origin, now };
  return {
    name: 'till',
    startCheckout: (charge) => startCheckout(sandbox, charge),
    async verify(reference) {
      const found = await findByReference(store, reference);
      const charge = found?.charges.find((each) => each.reference === reference);
      return found && charge ? toChargeVerification(found, charge, now()) : null;
    },
    async findSubscription(code) {
      const found = await findBySubscriptionCode(sandbox, code);
      return found && toProviderSubscription(found);
    },
    async listChargesSince(code, after) {
      const found = await findBySubscriptionCode(sandbox, code);
      const paid = found?.charges.filter(({ state, at }) => state === 'success' && at !== null && new Date(at) > after) ?? [];
      return paid.map((charge) => charge.reference);
    },
    disableAutoRenew: (code, token) => changeAutoRenew(sandbox, code, token, false),
    enableAutoRenew: (code, token) => changeAutoRenew(sandbox, code, token, true),
    async getCardUpdateLink(code) {
      const found = await findBySubscriptionCode(sandbox, code);
      if (!found) throw new PaymentsRejectedError('there is no subscription of this code');
      return urlForSandbox(origin, found.charge.reference);
    },
    async ping() {
      // It reads its folder, as every other call does.
      await store.read('ping');
    },
    refund: (order) => refund(sandbox, order),
    async findRefunds(reference) {
      const found = await findByReference(store, reference);
      return found ? listProviderRefunds(found, reference) : [];
    },
    settlements: createSandboxSettlements(store, now),
    disputes: createSandboxDisputes(store, delivery, now),
    parseWebhook: (raw, headers) => parseSandboxEvent(raw, headers, secret),
    findPurchase: (reference) => findPurchase(sandbox, reference),
    runAction: (reference, act, charge) => runAction(sandbox, reference, act, charge),
    async resendEvents(reference) {
      for (const { body } of (await findByReference(store, reference))?.news.toReversed() ?? []) await postWebhook(delivery, body);
    },
    async listEvents(reference) {
      const news = (await findByReference(store, reference))?.news ?? [];
      return news.map(({ body }) => toWebhook(body, secret));
    },
    erasePurchase: (reference) => store.remove(getEntryName(reference)),
    close: () => closeDelivery(delivery),
  };
}

const urlForSandbox = (origin: string, reference: string) => `${origin}/till/${encodeURIComponent(reference)}`;

async function startCheckout(sandbox: Sandbox, charge: Charge): Promise<{ url: string }> {
  validateCharge(charge);
  const name = getEntryName(charge.reference);
  const purchase = await sandbox.store.update(name, (before) => (before ? null : createPurchase(name, charge, sandbox.now())));
  if (purchase && !isSameCharge(purchase.charge, charge)) throw new DuplicateReferenceError('the reference was used for another charge');
  return { url: urlForSandbox(sandbox.origin, charge.reference) };
}

/** The purchase of a subscription, after applying the monthly charges that are due. */
async function findBySubscriptionCode(sandbox: Sandbox, code: string): Promise<SandboxPurchase | null> {
  const [, name] = /^SUB_([0-9a-f]{24})$/.exec(code) ?? [];
  const found = name === undefined ? null : await sandbox.store.read(name);
  return found?.subscription ? applyDueCharges(sandbox, found) : null;
}

async function applyDueCharges({ store, delivery, now }: Sandbox, purchase: SandboxPurchase): Promise<SandboxPurchase> {
  let at = purchase;
  while (applyDueCharge(at, now()))
    at = (await store.update(at.name, (before) => before && applyDueCharge(before, now()))) as SandboxPurchase;
  if (at !== purchase) await deliverEvents(delivery, at.name);
  return at;
}

async function changeAutoRenew(sandbox: Sandbox, code: string, token: string, on: boolean): Promise<void> {
  const found = await findBySubscriptionCode(sandbox, code);
  if (found?.subscription?.token !== token) throw new PaymentsRejectedError('there is no subscription of this code and token');
  let over = false;
  await sandbox.store.update(found.name, (before) => {
    const after = before && setAutoRenew(before, on);
    over = after === 'over';
    return after === 'over' ? null : after;
  });
  if (over) throw new PaymentsRejectedError('the subscription is over');
  await deliverEvents(sandbox.delivery, found.name);
}

async function refund({ store, delivery, now }: Sandbox, order: RefundOrder): Promise<ProviderRefund> {
  const found = await findByReference(store, order.reference);
  if (!found) throw new PaymentsRejectedError('Transaction not found');
  let made: SandboxRefund | undefined;
  const after = await store.update(found.name, (before) => {
    const applied = before && applyRefundOrder(before, order, now());
    made = applied?.refund;
    return applied?.purchase ?? null;
  });
  if (!after || !made) throw new PaymentsRejectedError('Transaction not found');
  await deliverEvents(delivery, found.name);
  return toProviderRefund(after, made);
}

async function findPurchase(sandbox: Sandbox, reference: string): Promise<SandboxPurchase | null> {
  const found = await findByReference(sandbox.store, reference);
  if (!found) return null;
  const due = await applyDueCharges(sandbox, found);
  // The process that should have sent the events may have been killed before.
  if (due.news.some((each) => !each.delivered)) scheduleDelivery(sandbox.delivery, due.name, 0, 0);
  return due;
}

async function runAction(sandbox: Sandbox, reference: string, act: SandboxAction, charge?: string): Promise<boolean> {
  const found = await findByReference(sandbox.store, reference);
  if (!found) return false;
  let done = false;
  await sandbox.store.update(found.name, (before) => {
    const after = before && applyAction(before, act, sandbox.now(), charge);
    done = after !== null;
    return after;
  });
  // Whether or not the action was possible, deliver the events that are still undelivered.
  await deliverEvents(sandbox.delivery, found.name);
  return done;
}
