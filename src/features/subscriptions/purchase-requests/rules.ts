import type { RateLimit } from '../../../shared/rate-limit.ts';
import { needsGuardian, type AgeBand } from '../../../shared/permissions.ts';
import { PASS_DAYS } from '../plans/rules.ts';
import type { Plan } from '../schema.ts';
import { PURCHASE_REQUEST_DAYS, type PurchaseItem, type PurchaseRequestState } from './schema.ts';

const DAY_MS = 86_400_000;
/** A checkout that began so many minutes ago may be paid at this moment. */
const BEGUN_MINUTES = 30;
/** For so many hours the provider is asked about a checkout before another one begins, also if it said that nobody paid. */
const UNPAID_HOURS = 24;
/** Questions that a player sends in a week, also those whose mail does not arrive. */
export const ASKING_LIMIT: RateLimit = { name: 'questions at home', points: 10, seconds: 7 * 24 * 3600 };
/** Within which time a player can send so many requests as PURCHASE_REQUESTS_MAX says, in days. */
export const ASKING_DAYS = 7;
/** Requests are deleted so many days after they were sent. */
export const PURCHASE_REQUEST_RETENTION_DAYS = 90;

/** Checkouts that a guardian opens, and loads of the page that ask the provider (it looks again every 15 seconds), per request and hour. */
export const CHECKOUTS_PER_REQUEST: RateLimit = { name: 'checkouts of a guardian', points: 20, seconds: 3600 };
export const RETURNS_PER_REQUEST: RateLimit = { name: 'returns of a guardian', points: 300, seconds: 3600 };
/** Answers with words that the filter looks at, per request and hour. */
export const REPLIES_PER_REQUEST: RateLimit = { name: 'replies of a guardian', points: 20, seconds: 3600 };

/** What decides where a request stands. */
export type PurchaseRequestFacts = {
  state: Exclude<PurchaseRequestState, 'closed' | 'held' | 'paid-back'>;
  expires_at: Date;
  guardianship_state: 'asked' | 'replaced' | 'given' | 'refused' | 'withdrawn';
  buying: 'none' | 'ask' | 'up-to-a-sum' | null;
  age_band: AgeBand | null;
  closed_as: string | null;
  /** The account is about to be deleted then. */
  deletes_at: Date | null;
  /** Of its payments: one is held; one counts; one went back. */
  has_held: boolean;
  has_paid: boolean;
  has_returned: boolean;
};

/** Where a request stands. It can be paid, or answered with a no, only while it is 'open'. */
export function getRequestState(facts: PurchaseRequestFacts, now: Date): PurchaseRequestState {
  if (facts.state === 'paid') return facts.has_returned && !facts.has_paid ? 'paid-back' : 'paid';
  if (facts.has_held) return 'held';
  if (facts.state !== 'open') return facts.state;
  if (facts.expires_at <= now) return 'expired';
  if (facts.closed_as !== null || facts.deletes_at !== null) return 'closed';
  // Whoever came of age meanwhile may still be given something.
  if (facts.age_band !== null && !needsGuardian(facts.age_band)) return 'open';
  return facts.guardianship_state === 'given' && facts.buying !== 'none' ? 'open' : 'closed';
}

/** When a request that is sent now ends. */
export function getRequestEnd(now: Date): Date {
  return new Date(now.getTime() + PURCHASE_REQUEST_DAYS * DAY_MS);
}

/** Since when requests count against the limit of a week. */
export function getAskingWindow(now: Date): Date {
  return new Date(now.getTime() - ASKING_DAYS * DAY_MS);
}

/** A plan or pack, as a request has it. Null where it does not apply; a plan has a name and features. */
export type RequestedProduct = {
  plan_id: Plan['id'] | null;
  pack_id: string | null;
  plan_name: string | null;
  features: string[] | null;
  price_minor: number;
  kiddocash: number;
};

/** Since when a checkout began that may be paid at this moment. */
export function getBegunSince(now: Date): Date {
  return new Date(now.getTime() - BEGUN_MINUTES * 60_000);
}

/** Since when checkouts began that may turn out to be paid. */
export function getUnpaidSince(now: Date): Date {
  return new Date(now.getTime() - UNPAID_HOURS * 3_600_000);
}

/** What is asked for. What a plan says of kiddocash is of every month; what is asked for brings it once, and says so by its number. */
export function toPurchaseItem(product: RequestedProduct): PurchaseItem {
  const { plan_id: planId, pack_id: packId, price_minor: priceMinor, kiddocash } = product;
  if (planId === null) return { kind: 'pack', id: packId ?? '', kiddocash, priceMinor };
  const features = (product.features ?? []).filter((feature) => !/kiddocash/i.test(feature));
  return { kind: 'plan', id: planId, name: product.plan_name ?? '', days: PASS_DAYS, features, kiddocash, priceMinor };
}
