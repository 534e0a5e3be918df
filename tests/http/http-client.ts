import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { createSignedInPlayer, setPassword, type TestPlayer } from '../test-players.ts';
import type { TestSite } from './site.ts';

export type Cookie = { value: string; path: string; sameSite: string; httpOnly: boolean; maxAge: number | null };

/** What is asked with: a form's fields, or any body. */
export type RequestContent = { form?: Record<string, string>; body?: string | Buffer; headers?: Record<string, string> };

/** Somebody who asks the site, with the cookies of a browser of their own. They are led nowhere by themselves. */
export type HttpClient = {
  /** Of the site. */
  origin: string;
  /** By name. One jar for all ports of this machine, as browsers have it. */
  cookies: Map<string, Cookie>;
  /** Sends what a browser or somebody with a tool might; the address goes out as it stands here, `..` and all. */
  request(method: string, address: string, sent?: RequestContent): Promise<Response>;
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form, as a page of the site does. */
  post(address: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Goes where an answer leads, and on, until something is there. @param from where the answer came from. @returns what is there, and where */
  follow(answer: Response, from?: URL): Promise<{ answer: Response; at: URL }>;
};

/** The password of those who have one. */
export const PASSWORD = 'kiti-moto-7';

/** As many as browsers follow. */
const REDIRECTS_MAX = 20;

/** Somebody who is not signed in. */
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

/** A confirmed player, made for the test, who is signed in. */
export async function createPlayerClient(site: TestSite, role = 'player'): Promise<HttpClient & { known: TestPlayer }> {
  const person = createVisitorClient(site);
  const { known, cookie } = await createSignedInPlayer(site.query, role);
  person.cookies.set(cookie.name, { value: cookie.value, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: null });
  return { ...person, known };
}

/** As `signedIn`, somebody who can also sign in with `PASSWORD`. */
export async function createPlayerClientWithPassword(site: TestSite, role?: string): Promise<HttpClient & { known: TestPlayer }> {
  const person = await createPlayerClient(site, role);
  await setPassword(site.query, person.known.id, await site.ctx.passwordHasher.hash(PASSWORD));
  return person;
}

/** Address and query without what is before them. What no request line may hold is escaped. */
function rawPath(address: string): string {
  const path = address.replace(/^https?:\/\/[^/]+/, '') || '/';
  return path.replaceAll(/[^\u0021-\u007E]/gu, encodeURIComponent);
}

type Request = { method: string; path: string; body?: string | Buffer; headers: Record<string, string> };

/** By Node's own client: `fetch` tidies addresses up, and hides where a redirect leads. */
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

/** Does to the jar what a Set-Cookie line says. */
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
