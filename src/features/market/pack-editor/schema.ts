import type { AuditLogEntry } from '../admin/schema.ts';

/** Limits of what a pack's form accepts, in shillings and in dollars; they bound the damage of a typo. */
export const PACK_SHILLINGS_MAX = 50_000;
export const PACK_DOLLARS_MAX = 500;

/** A pack of kiddocash as operators see it. Prices are in the smallest unit. */
export type AdminPack = {
  id: string;
  amount: number;
  bonus: number;
  shillingsMinor: number;
  dollarsMinor: number;
  /** How much kiddocash a shilling buys in this pack. */
  perShilling: number;
  log: AuditLogEntry[];
};
