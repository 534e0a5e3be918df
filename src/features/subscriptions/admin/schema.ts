import type { Adjustment } from '../../wallet/schema.ts';

/** Result of the adjustment form. `typed` is the submitted input, shown again after an error; `field` is the invalid field. */
export type WalletAdjustmentResult =
  | { ok: true; adjustment: Adjustment; amount: number; balance: number; isNew: boolean }
  | { ok: false; error: string; field: 'amount' | 'reason' | null; typed: { amount: string; reason: string } };
