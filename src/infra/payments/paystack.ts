import { z } from 'zod';
import { toChargeVerification, toCheckoutRequest } from './paystack-charges.ts';
import { nullIfNotFound, requestPaystack, type PaystackClient } from './paystack-client.ts';
import { createPaystackDisputes } from './paystack-disputes.ts';
import { parsePaystackEvent, type PaystackDomains } from './paystack-events.ts';
import { forgetPlanCode, getPlanCode, type PlanCodes } from './paystack-plans.ts';
import { findRefundsAtPaystack, refundAtPaystack } from './paystack-refunds.ts';
import { transactionSchema } from './paystack-schemas.ts';
import { createPaystackSettlements } from './paystack-settlements.ts';
import { fetchSubscription, findSubscriptionOfCharge, toProviderSubscription, toSubscriptionState } from './paystack-subscriptions.ts';
import { findChargeMistake, PaymentsRejectedError, type Charge, type PaymentProvider } from './payments.ts';

export type PaystackOptions = {
  /** sk_live_... or sk_test_...; Paystack also signs its events with it. */
  secretKey: string;
  /** https://api.paystack.co, without a trailing slash. */
  base: string;
  /** The domain whose money counts here. */
  acceptedDomain: 'live' | 'test';
  now(): Date;
  /** Request timeout. */
  timeoutMs?: number;
};

const TIMEOUT_MS = 10_000;
const CHARGES_MAX = 100;
const DAY_MS = 86_400_000;

const startedSchema = z.object({ authorization_url: z.url({ protocol: /^https?$/ }) });
const cardUpdateSchema = z.object({ link: z.url({ protocol: /^https?$/ }) });

/** Payments through Paystack (Kenya): cards, and M-Pesa as mobile money. */
export function createPaystack({ secretKey, base, acceptedDomain, now, timeoutMs = TIMEOUT_MS }: PaystackOptions): PaymentProvider {
  const domains: PaystackDomains = { accepted: acceptedDomain, own: secretKey.startsWith('sk_live_') ? 'live' : 'test' };
  const client: PaystackClient = { secretKey, base, timeoutMs };
  const planCodes: PlanCodes = new Map();
  return {
    name: 'paystack',
    startCheckout: (charge) => startCheckout(client, planCodes, charge),
    async verify(reference) {
      const path = `/transaction/verify/${encodeURIComponent(reference)}`;
      const found = await nullIfNotFound(requestPaystack(client, 'GET', path, transactionSchema));
      return found && toChargeVerification(found, await findSubscriptionOfCharge(client, found), domains, now());
    },
    async findSubscription(code) {
      const found = await fetchSubscription(client, code);
      return found && toProviderSubscription(found);
    },
    listChargesSince: (code, after) => listChargesSince(client, code, after),
    disableAutoRenew: (code, token) => disableAutoRenew(client, code, token),
    enableAutoRenew: (code, token) => enableAutoRenew(client, code, token),
    async getCardUpdateLink(code) {
      return (await requestPaystack(client, 'GET', `/subscription/${encodeURIComponent(code)}/manage/link`, cardUpdateSchema)).link;
    },
    async ping() {
      // It takes our key, and its answer is not read.
      await requestPaystack(client, 'GET', '/balance', z.unknown());
    },
    refund: (order) => refundAtPaystack(client, order),
    findRefunds: (reference) => findRefundsAtPaystack(client, reference),
    settlements: createPaystackSettlements(client, domains),
    disputes: createPaystackDisputes(client, domains, now),
    parseWebhook: (raw, headers) => parsePaystackEvent(raw, headers.get('x-paystack-signature'), secretKey, domains),
  };
}

async function startCheckout(client: PaystackClient, planCodes: PlanCodes, charge: Charge): Promise<{ url: string }> {
  const mistake = findChargeMistake(charge);
  if (mistake !== null) throw new PaymentsRejectedError(mistake);
  const planCode = charge.renews ? await getPlanCode(client, planCodes, charge, charge.renews) : undefined;
  try {
    const body = toCheckoutRequest(charge, planCode);
    return { url: (await requestPaystack(client, 'POST', '/transaction/initialize', startedSchema, body)).authorization_url };
  } catch (error) {
    if (error instanceof PaymentsRejectedError && charge.renews) forgetPlanCode(planCodes, charge, charge.renews);
    throw error;
  }
}

async function listChargesSince(client: PaystackClient, code: string, after: Date): Promise<string[]> {
  const found = await fetchSubscription(client, code);
  if (!found) return [];
  // Paystack filters by the time of creation, which can be long before the payment.
  const from = new Date(after.getTime() - DAY_MS).toISOString();
  const query = `customer_code=${encodeURIComponent(found.customer.customer_code)}&status=success&from=${from}&perPage=${CHARGES_MAX}`;
  const charges = await requestPaystack(client, 'GET', `/transaction?${query}`, z.array(transactionSchema));
  return charges
    .filter(
      (each) =>
        each.status === 'success' &&
        each.paid_at !== null &&
        each.paid_at > after &&
        each.customer?.customer_code === found.customer.customer_code &&
        (each.plan.plan_code ?? each.plan_object?.plan_code) === found.plan.plan_code,
    )
    .toSorted((a, b) => (a.paid_at?.getTime() ?? 0) - (b.paid_at?.getTime() ?? 0))
    .map((each) => each.reference);
}

async function disableAutoRenew(client: PaystackClient, code: string, token: string): Promise<void> {
  await requestPaystack(client, 'POST', '/subscription/disable', z.unknown(), { code, token }).catch(async (error: unknown) => {
    // 'Already inactive' is the state that we want.
    if (!(error instanceof PaymentsRejectedError)) throw error;
    const state = toSubscriptionState((await fetchSubscription(client, code))?.status ?? 'active');
    if (state !== 'non-renewing' && state !== 'ended') throw error;
  });
}

async function enableAutoRenew(client: PaystackClient, code: string, token: string): Promise<void> {
  await requestPaystack(client, 'POST', '/subscription/enable', z.unknown(), { code, token }).catch(async (error: unknown) => {
    if (!(error instanceof PaymentsRejectedError)) throw error;
    if (toSubscriptionState((await fetchSubscription(client, code))?.status ?? 'cancelled') !== 'active') throw error;
  });
}
