import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { createSignedInPlayer, setPassword, type TestPlayer } from '../test-players.ts';
import type { TestSite } from './site.ts';

export type Cookie = { value: string; path: string; sameSite: string; httpOnly: boolean; maxAge: number | null };

/** The content of a request: form fields, or any body. */
export type RequestContent = { form?: Record<string, string>; body?: string | Buffer; headers?: Record<string, string> };

/** A client with its own cookies, like a browser. It does not follow redirects on its own. */
export type HttpClient = {
  /** The site's origin. */
  origin: string;
  /** By name. One cookie jar for all ports of this machine, as in browsers. */
  cookies: Map<string, Cookie>;
  /** Sends any request, as a browser or a tool might. The path is sent exactly as given, `..` included. */
  request(method: string, address: string, sent?: RequestContent): Promise<Response>;
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  /** Posts a form, as a page of the site does. */
  post(address: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Follows redirects until there is a page. @param from the URL of the first response. @returns the last response and its URL */
  follow(answer: Response, from?: URL): Promise<{ answer: Response; at: URL }>;
};

/** The password of players who have one. */
export const PASSWORD = 'kiti-moto-7';
/** The password of the demo accounts. */
export const DEMO_PASSWORD = 'kiddo-demo';

/** The same limit as in browsers. */
const REDIRECTS_MAX = 20;

/** A client that is not signed in. */
export function createVisitorClient(site: Pick<TestSite, 'origin'>): HttpClient {
  const cookies: HttpClient['cookies'] = new Map();

  async function request(method: string, address: string, { form, body, headers = {} }: RequestContent = {}): Promise<Response> {
    const { host, port } = new URL(address, site.origin);
    const content = form ? new URLSearchParams(form).toString() : body;
    const answer = await send(port, {
      method,
      path: rawPath(address),
      body: content,
      headers: {
        host,
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, { value }]) => `${name}=${value}`).join('; ') }),
        ...(method !== 'GET' && method !== 'HEAD' && { origin: new URL(address, site.origin).origin }),
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...(content !== undefined && { 'content-length': String(Buffer.byteLength(content)) }),
        ...headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) storeCookie(cookies, line);
    return answer;
  }
  const get: HttpClient['get'] = (address, headers) => request('GET', address, { headers });
  return {
    origin: site.origin,
    cookies,
    request,
    get,
    post: (address, form = {}, headers = {}) => request('POST', address, { form, headers }),
    async follow(answer, from = new URL(site.origin)) {
      let at = from;
      let last = answer;
      for (let redirects = 0; last.headers.get('location') !== null; redirects++) {
        expect(redirects, `led in a circle to ${at.href}`).toBeLessThan(REDIRECTS_MAX);
        at = new URL(last.headers.get('location') ?? '', at);
        last = await get(at.href);
      }
      return { answer: last, at };
    },
  };
}

/** A client signed in as a new, confirmed player. */
export async function createPlayerClient(site: TestSite, role = 'player'): Promise<HttpClient & { known: TestPlayer }> {
  const person = createVisitorClient(site);
  const { known, cookie } = await createSignedInPlayer(site.query, role);
  person.cookies.set(cookie.name, { value: cookie.value, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: null });
  return { ...person, known };
}

/** Like `createPlayerClient`, for a player who can also sign in with `PASSWORD`. */
export async function createPlayerClientWithPassword(site: TestSite, role?: string): Promise<HttpClient & { known: TestPlayer }> {
  const person = await createPlayerClient(site, role);
  await setPassword(site.query, person.known.id, await site.ctx.passwordHasher.hash(PASSWORD));
  return person;
}

/** A client signed in to a demo account of the team, with the password that everybody knows: it is asked for that, and not for a code. */
export async function createDemoTeamClient(site: TestSite, username: 'mod' | 'ops'): Promise<HttpClient> {
  const person = createVisitorClient(site);
  const answer = await person.post('/login', { form: 'sign-in', identifier: username, password: DEMO_PASSWORD });
  expect(answer.status).toBe(302);
  return person;
}

/** Path and query of a URL. Characters that a request line must not contain are escaped. */
function rawPath(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/, '') || '/';
  return path.replaceAll(/[^\u0021-\u007E]/gu, encodeURIComponent);
}

type Request = { method: string; path: string; body?: string | Buffer; headers: Record<string, string> };

/** Uses Node's own client: `fetch` normalizes URLs and hides redirect targets. */
function send(port: string, { method, path, body, headers }: Request): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname: '127.0.0.1', port, method, path, headers }, (answer) => {
      buffer(answer).then((bytes) => {
        const pairs = Object.entries(answer.headersDistinct).flatMap(([name, values = []]) =>
          values.map((value): [string, string] => [name, value]),
        );
        const status = answer.statusCode ?? 0;
        resolve(new Response([101, 204, 205, 304].includes(status) ? null : bytes, { status, headers: new Headers(pairs) }));
      }, reject);
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Applies a Set-Cookie header to the jar. */
function storeCookie(cookies: HttpClient['cookies'], line: string): void {
  const [pair = '', ...rest] = line.split(/;\s*/);
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const attributes = new Map(
    rest.map((each): [string, string] => [each.split('=')[0]?.toLowerCase() ?? '', each.slice(each.indexOf('=') + 1)]),
  );
  const expires = attributes.get('expires');
  const maxAge = attributes.has('max-age')
    ? Number(attributes.get('max-age'))
    : expires === undefined
      ? null
      : (new Date(expires).getTime() - Date.now()) / 1000;
  if (maxAge !== null && maxAge <= 0) cookies.delete(name);
  else
    cookies.set(name, {
      value: pair.slice(at + 1),
      path: attributes.get('path') ?? '',
      sameSite: attributes.get('samesite') ?? '',
      httpOnly: attributes.has('httponly'),
      maxAge,
    });
}
