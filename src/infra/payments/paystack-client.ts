import { z } from 'zod';
import { traceHeaders } from '../tracing/work-scope.ts';
import { DuplicateReferenceError, PaymentsRejectedError, PaymentsUnavailableError } from './payments.ts';

/** What a request to Paystack needs. */
export type PaystackClient = {
  secretKey: string;
  /** https://api.paystack.co, without a trailing slash. */
  base: string;
  timeoutMs: number;
};

/**
 * Calls Paystack's API and parses its answer.
 * @throws PaymentsUnavailableError, PaymentsRejectedError or DuplicateReferenceError
 */
export async function requestPaystack<T>(
  client: PaystackClient,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  shape: z.ZodType<T>,
  body?: object,
): Promise<T> {
  const { status, answer } = await send(client, method, path, body);
  const message = typeof answer.message === 'string' ? answer.message.slice(0, 200) : `status ${status}`;
  if (status === 401 || status === 403) throw new Error(`Paystack does not take our key (PAYSTACK_SECRET_KEY): ${message}`);
  if (status >= 400 || answer.status !== true) throw toError(status, message);
  const read = shape.safeParse(answer.data);
  if (!read.success)
    throw new UnknownAnswerError(`Paystack's answer to ${method} ${path.split('?')[0]} is none that we know: ${read.error.message}`);
  return read.data;
}

/** Paystack did what was asked, or not: its answer has none of the shapes that we know. */
export class UnknownAnswerError extends Error {}

/** Sends one request. @throws PaymentsUnavailableError for no answer, and for an answer that means 'not now' */
async function send(
  { secretKey, base, timeoutMs }: PaystackClient,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; answer: Record<string, unknown> }> {
  try {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${secretKey}`,
        accept: 'application/json',
        ...(body && { 'content-type': 'application/json' }),
        ...traceHeaders(),
      },
      body: body && JSON.stringify(body),
      // Never send our key to another host.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await response.text();
    if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Error(`status ${response.status}`);
    return { status: response.status, answer: z.record(z.string(), z.unknown()).parse(JSON.parse(text)) };
  } catch (error) {
    throw new PaymentsUnavailableError(`Paystack does not answer ${method} ${path.split('?')[0]}: ${String(error)}`, { cause: error });
  }
}

class NotFoundError extends PaymentsRejectedError {}

function toError(status: number, message: string): PaymentsRejectedError {
  if (/duplicate.*reference/i.test(message)) return new DuplicateReferenceError(message);
  return status === 404 || /not found/i.test(message) ? new NotFoundError(message) : new PaymentsRejectedError(message);
}

/** An object that may not exist: null instead of the error that Paystack answers then. */
export async function nullIfNotFound<T>(answer: Promise<T>): Promise<T | null> {
  return answer.catch((error: unknown) => {
    if (error instanceof NotFoundError) return null;
    throw error;
  });
}
