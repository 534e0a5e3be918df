import type { AuditLogEntry } from '../admin/schema.ts';

/** Limits of what a plan's form accepts. The price is in shillings; its limit bounds the damage of a typo. */
export const PLAN_PRICE_MAX = 10_000;
export const PLAN_KIDDOCASH_MAX = 10_000;
export const FEATURES_MAX = 8;
export const FEATURE_MAX = 80;

/** A plan as operators see it. The price is in the smallest unit of its currency. */
export type AdminPlan = {
  id: 'basic' | 'premium' | 'pro';
  name: string;
  priceMinor: number;
  currency: 'KES' | 'USD';
  kiddocash: number;
  features: string[];
  /** Current card subscriptions, which keep their price. */
  renewingCount: number;
  log: AuditLogEntry[];
};
