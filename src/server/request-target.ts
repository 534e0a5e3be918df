import type { IncomingMessage } from 'node:http';

export type RequestTarget = { path: string; pathname: string; query: URLSearchParams };

/** Normalizes a request URL: `/%61pi` and `/x/../api` both become `/api`. Null for an invalid URL. */
export function parseRequestTarget(url: string): RequestTarget | null {
  try {
    const { pathname, searchParams } = new URL(url.startsWith('/') ? `http://x${url}` : url);
    return { path: decodeURI(pathname), pathname, query: searchParams };
  } catch {
    return null;
  }
}

/** Whether the request only reads. */
export function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** Whether the request does not identify a user: no session cookie and no authorization header. */
export function isAnonymous({ headers }: IncomingMessage): boolean {
  return !headers.cookie?.includes('kiddo_session') && !headers.authorization;
}

/** Whether a page searches for words: in all of them the parameter is `q`. */
export function isSearch(query: URLSearchParams): boolean {
  return (query.get('q') ?? '').trim() !== '';
}
