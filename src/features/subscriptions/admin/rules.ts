import { ADJUSTMENT_MAX } from '../../wallet/rules.ts';
import { REASON_MAX } from '../../wallet/schema.ts';
import { parseNote } from '../../audit-log/schema.ts';

/** Parses a kiddocash amount. Returns null if it is not an amount that can be granted or taken in one adjustment. */
export function parseAmount(text: string): number | null {
  const amount = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return amount >= 1 && amount <= ADJUSTMENT_MAX ? amount : null;
}

/** The first invalid field of the adjustment form, or null if all are valid. */
export function findInvalidField(fields: { amount: string; reason: string }): 'amount' | 'reason' | null {
  if (parseAmount(fields.amount) === null) return 'amount';
  const reason = parseNote(fields.reason);
  return reason === null || reason.length > REASON_MAX ? 'reason' : null;
}
