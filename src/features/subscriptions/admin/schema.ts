import type { Adjustment } from '../../wallet/schema.ts';

/** What the form to grant or take answers. `typed` is what was filled in, to be shown again; `field` is where the fault lies. */
export type WalletAdjustmentResult =
  | { ok: true; adjustment: Adjustment; amount: number; balance: number; isNew: boolean }
  | { ok: false; error: string; field: 'amount' | 'reason' | null; typed: { amount: string; reason: string } };
