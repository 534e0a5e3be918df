import { APIError } from 'better-auth';
import type { ClientInfo } from './auth.ts';

export type Result<T> = { ok: T } | { refused: string; error: unknown };

/** A refusal of the library as a value; anything else is thrown on. */
export async function toResult<T>(call: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: await call };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return { refused: error.body?.code ?? error.message, error };
  }
}

/** The library's note to itself that a session is not to be prolonged is of no use: ours never are by it. */
export function getCookies(headers: Headers): string[] {
  return headers.getSetCookie().filter((cookie) => !cookie.startsWith('kiddo.dont_remember='));
}

/** What the library may know of a request. */
export function toHeaders(clientInfo: ClientInfo): Headers {
  // Of an IPv6 address we know the network only.
  const address = clientInfo.address.includes(':') ? `${clientInfo.address}::` : clientInfo.address;
  return new Headers({ cookie: clientInfo.cookies, 'user-agent': clientInfo.userAgent, 'x-kiddo-address': address });
}
