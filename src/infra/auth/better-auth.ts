import { APIError, type betterAuth } from 'better-auth';
import type { AuthSettings, ClientInfo } from './auth.ts';
import type { toBetterAuthOptions } from './better-auth-options.ts';
import type { EventStore } from './captured-events.ts';

/** The library on our own tables, and what its callbacks report. */
export type AuthLibrary = {
  settings: AuthSettings;
  options: ReturnType<typeof toBetterAuthOptions>;
  events: EventStore;
  auth: ReturnType<typeof betterAuth<ReturnType<typeof toBetterAuthOptions>>>;
};

export type Result<T> = { ok: T } | { refused: string; error: unknown };

/** Returns an error of the library's API as a value; rethrows any other error. */
export async function toResult<T>(call: Promise<T>): Promise<Result<T>> {
  try {
    return { ok: await call };
  } catch (error) {
    if (!(error instanceof APIError)) throw error;
    return { refused: error.body?.code ?? error.message, error };
  }
}

/** Drops the library's `dont_remember` cookie. It would keep the library from extending a session, but the library never extends ours. */
export function getCookies(headers: Headers): string[] {
  return headers.getSetCookie().filter((cookie) => !cookie.startsWith('kiddo.dont_remember='));
}

/** The part of a request that the library may see. */
export function toHeaders(clientInfo: ClientInfo): Headers {
  return new Headers({ cookie: clientInfo.cookies, 'user-agent': clientInfo.userAgent, 'x-kiddo-address': clientInfo.address });
}
