import { z } from 'zod';
import { requestPaystack, type PaystackClient } from './paystack-client.ts';
import { PLAN_DESCRIPTION } from './paystack-events.ts';
import { nonEmpty, planSchema } from './paystack-schemas.ts';
import type { Charge } from './payments.ts';

const PAGE_SIZE = 100;
/** Maximum number of pages to search for our plan: more than we will ever have. */
const PLAN_PAGES_MAX = 20;

/** The codes of our plans at Paystack that were looked up before, or are being looked up. */
export type PlanCodes = Map<string, Promise<string>>;
type RenewingPlan = NonNullable<Charge['renews']>;

/** The plan's code at Paystack: an existing plan, or a new one. Cached in memory. */
export function getPlanCode(client: PaystackClient, codes: PlanCodes, charge: Charge, renews: RenewingPlan): Promise<string> {
  const key = planKey(charge, renews.planId);
  const known = codes.get(key) ?? findOrCreatePlan(client, charge, renews);
  codes.set(key, known);
  known.catch(() => codes.delete(key));
  return known;
}

async function findOrCreatePlan(client: PaystackClient, { amountMinor, currency }: Charge, { planId, planName }: RenewingPlan) {
  const description = PLAN_DESCRIPTION.format(planId);
  for (let page = 1; page <= PLAN_PAGES_MAX; page++) {
    const found = await requestPaystack(
      client,
      'GET',
      `/plan?perPage=${PAGE_SIZE}&page=${page}&interval=monthly&amount=${amountMinor}`,
      z.array(planSchema),
    );
    // Check everything again, because the response may contain other plans: a plan with another price would charge another price.
    const ownPlan = found.find(
      (each) =>
        each.description === description &&
        each.amount === amountMinor &&
        each.currency === currency &&
        each.interval === 'monthly' &&
        !each.is_deleted &&
        !each.is_archived,
    );
    if (ownPlan) return ownPlan.plan_code;
    if (found.length < PAGE_SIZE) break;
  }
  const newPlan = { name: planName, amount: amountMinor, interval: 'monthly', currency, description };
  return (await requestPaystack(client, 'POST', '/plan', z.object({ plan_code: nonEmpty }), newPlan)).plan_code;
}

/** Looks the plan's code up again the next time: the plan may have been deleted at Paystack. */
export function forgetPlanCode(codes: PlanCodes, charge: Charge, renews: RenewingPlan): void {
  codes.delete(planKey(charge, renews.planId));
}

const planKey = ({ amountMinor, currency }: Charge, planId: string) => `${planId} ${currency} ${amountMinor}`;
