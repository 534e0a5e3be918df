import { ADJUSTMENT_MAX } from '../rules.ts';
import { REASON_MAX } from '../schema.ts';
import { parseNote } from '../../audit-log/schema.ts';

/** Parses a kiddocash amount. Returns null if it is not an amount that can be granted or taken in one adjustment. */
export function parseAmount(text: string): number | null {
  const amount = /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text.trim()) : 0;
  return amount >= 1 && amount <= ADJUSTMENT_MAX ? amount : null;
}

/** Returns the reason as it is stored, or null if it is too short, too long or not valid text. */
export function parseReason(text: string): string | null {
  const reason = parseNote(text);
  return reason === null || reason.length > REASON_MAX ? null : reason;
}

/** The first invalid field of the adjustment form, or null if all are valid. */
export function findInvalidField(fields: { amount: string; reason: string }): 'amount' | 'reason' | null {
  if (parseAmount(fields.amount) === null) return 'amount';
  return parseReason(fields.reason) === null ? 'reason' : null;
}
