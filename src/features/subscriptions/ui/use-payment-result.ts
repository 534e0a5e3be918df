import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { PaymentActionResult, Spending } from '../schema.ts';
import { getResultToast } from '../texts.ts';

/**
 * Shows the result of a payment form as a toast.
 * @param spending what the player may pay now; null for players of age
 * @returns what the toast says; null before there is a result
 */
export function usePaymentResult(
  answer: PaymentActionResult | undefined,
  spending: Spending | null,
): ReturnType<typeof getResultToast> | null {
  const message = answer ? getResultToast(answer, spending) : null;
  useResultToast(answer, message);
  return message;
}
