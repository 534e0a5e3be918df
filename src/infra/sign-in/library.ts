import { APIError } from 'better-auth';
import type { Visit } from './sign-in.ts';

export type Outcome<T> = { ok: T } | { refused: string; error: unknown };

/** A refusal of the library as a value; anything else is thrown on. */
export async function outcome<T>(call: Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: await call };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return { refused: error.body?.code ?? error.message, error };
  }
}

/** The library's note to itself that a session is not to be prolonged is of no use: ours never are by it. */
export function cookiesOf(headers: Headers): string[] {
  return headers.getSetCookie().filter((cookie) => !cookie.startsWith('kiddo.dont_remember='));
}

/** What the library may know of a request. */
export function headersOf(visit: Visit): Headers {
  // Of an IPv6 address we know the network only.
  const address = visit.address.includes(':') ? `${visit.address}::` : visit.address;
  return new Headers({ cookie: visit.cookies, 'user-agent': visit.device, 'x-kiddo-address': address });
}
