import { useResultToast } from '../../../web/kit/use-result-toast.ts';
import type { PaymentActionResult } from '../schema.ts';
import { getResultToast } from '../texts.ts';

/** Shows the result of a payment form as a toast. @returns what the toast says; null before there is a result */
export function usePaymentResult(answer: PaymentActionResult | undefined): ReturnType<typeof getResultToast> | null {
  const message = answer ? getResultToast(answer) : null;
  useResultToast(answer, message);
  return message;
}
