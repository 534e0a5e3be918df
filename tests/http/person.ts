import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect } from 'vitest';
import { addSignedIn, givePassword, type Known } from '../known-players.ts';
import type { Site } from './site.ts';

export type Cookie = { value: string; path: string; sameSite: string; httpOnly: boolean; maxAge: number | null };

/** What is asked with: a form's fields, or any body. */
export type Sent = { form?: Record<string, string>; body?: string | Buffer; headers?: Record<string, string> };

/** Somebody who asks the site, with the cookies of a browser of their own. They are led nowhere by themselves. */
export type Person = {
  /** Of the site. */
  origin: string;
  /** By name. One jar for all ports of this machine, as browsers have it. */
  cookies: Map<string, Cookie>;
  /** Sends what a browser or somebody with a tool might; the address goes out as it stands here, `..` and all. */
  ask(method: string, address: string, sent?: Sent): Promise<Response>;
  get(address: string, headers?: Record<string, string>): Promise<Response>;
  /** Sends a form, as a page of the site does. */
  post(address: string, form?: Record<string, string>, headers?: Record<string, string>): Promise<Response>;
  /** Goes where an answer leads, and on, until something is there. @param from where the answer came from. @returns what is there, and where */
  follow(answer: Response, from?: URL): Promise<{ answer: Response; at: URL }>;
};

/** The password of those who have one. */
export const PASSWORD = 'kiti-moto-7';

/** As many as browsers follow. */
const LEADS_MAX = 20;

/** Somebody who is not signed in. */
export function visitor(site: Pick<Site, 'origin'>): Person {
  const cookies: Person['cookies'] = new Map();

  async function ask(method: string, address: string, { form, body, headers = {} }: Sent = {}): Promise<Response> {
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
    for (const line of answer.headers.getSetCookie()) keep(cookies, line);
    return answer;
  }
  const get: Person['get'] = (address, headers) => ask('GET', address, { headers });
  return {
    origin: site.origin,
    cookies,
    ask,
    get,
    post: (address, form = {}, headers = {}) => ask('POST', address, { form, headers }),
    async follow(answer, from = new URL(site.origin)) {
      let at = from;
      let last = answer;
      for (let leads = 0; last.headers.get('location') !== null; leads++) {
        expect(leads, `led in a circle to ${at.href}`).toBeLessThan(LEADS_MAX);
        at = new URL(last.headers.get('location') ?? '', at);
        last = await get(at.href);
      }
      return { answer: last, at };
    },
  };
}

/** A confirmed player, made for the test, who is signed in. */
export async function signedIn(site: Site, role = 'player'): Promise<Person & { known: Known }> {
  const person = visitor(site);
  const { known, cookie } = await addSignedIn(site.query, role);
  person.cookies.set(cookie.name, { value: cookie.value, path: '/', sameSite: 'Lax', httpOnly: true, maxAge: null });
  return { ...person, known };
}

/** As `signedIn`, somebody who can also sign in with `PASSWORD`. */
export async function withPassword(site: Site, role?: string): Promise<Person & { known: Known }> {
  const person = await signedIn(site, role);
  await givePassword(site.query, person.known.id, await site.ctx.passwordHasher.hash(PASSWORD));
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
function keep(cookies: Person['cookies'], line: string): void {
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
