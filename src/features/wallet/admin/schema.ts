import type { ActionResult } from '../../../shared/action-result.ts';
import type { Adjustment } from '../schema.ts';

/** Result of the form that changes a player's kiddocash; `isNew` is false if the same form was submitted before. */
export type WalletAdjustmentResult = ActionResult<{ adjustment: Adjustment; amount: number; balance: number; isNew: boolean }>;
