import { parseNote } from '../../moderation/rules.ts';
import { ADJUSTMENT_MAX } from '../../wallet/rules.ts';
import { REASON_MAX } from '../../wallet/schema.ts';

/** How much kiddocash is meant, or null where it is no amount that can be given or taken at once. */
export function parseAmount(text: string): number | null {
  const amount = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return amount >= 1 && amount <= ADJUSTMENT_MAX ? amount : null;
}

/** Which field of the form to give or take is not all right; the first of them. */
export function findInvalidField(fields: { amount: string; reason: string }): 'amount' | 'reason' | null {
  if (parseAmount(fields.amount) === null) return 'amount';
  const reason = parseNote(fields.reason);
  return reason === null || reason.length > REASON_MAX ? 'reason' : null;
}
