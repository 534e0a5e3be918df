import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { Config } from '../config.server.ts';
import { inlineScriptHashes, pageCsp, SECURITY_HEADERS } from './headers.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Set by a handler whose response is the same for every visitor: the number of seconds for which it may be cached. */
export const CACHE_SECONDS_HEADER = 'x-kiddo-shared';

/** The nonce that a page's own inline scripts have before the response is stored in the cache. */
export const NONCE_HEADER = 'x-kiddo-nonce';

/** Maximum total size of all cached responses in one process. */
const BYTES_MAX = 24_000_000;
const COMPRESS_BYTES_MIN = 600;

type Encoding = 'br' | 'gzip' | 'identity';
type CacheEntry = {
  expiresAt: number;
  status: number;
  /** Header names and values alternate, as writeHead accepts them. */
  headers: string[];
  etag: string | null;
  bodies: Partial<Record<Encoding, Buffer | Promise<Buffer>>>;
  bytes: number;
};

export type ResponseCache = {
  /** Responds from the cache, or renders the response; concurrent requests for the same address share one render. */
  respond(address: string, req: IncomingMessage, res: ServerResponse): Promise<void>;
  /** Removes everything, and does not store responses that are being rendered now: something was hidden. */
  clear(): void;
};

/**
 * Caches responses that are the same for every visitor for a few seconds. The handler decides whether its response may be shared
 * (CACHE_SECONDS_HEADER). It gets a request without any personal data: no cookie, no IP address, no language.
 * @param render runs the application for a path on this site
 */
export function createResponseCache(config: Config, now: () => number, render: (address: string) => Promise<Response>): ResponseCache {
  const state: CacheState = { config, now, render, entries: new Map(), inFlight: new Map(), bytes: 0, generation: 0 };
  return {
    clear() {
      state.generation++;
      state.entries.clear();
      state.inFlight.clear();
      state.bytes = 0;
    },
    async respond(address, req, res) {
      const found = find(state, address);
      await sendEntry(found instanceof Promise ? await found : found, req, res);
    },
  };
}

type CacheState = {
  config: Config;
  now: () => number;
  render: (address: string) => Promise<Response>;
  /** By address, the oldest first. */
  entries: Map<string, CacheEntry>;
  /** Responses that are being rendered now. */
  inFlight: Map<string, Promise<CacheEntry>>;
  /** Total size of all entries. */
  bytes: number;
  /** How often the cache was cleared: what began to be rendered before is not stored. */
  generation: number;
};

function find(state: CacheState, address: string): CacheEntry | Promise<CacheEntry> {
  const cached = state.entries.get(address);
  if (cached && cached.expiresAt > state.now()) return cached;
  const pending =
    state.inFlight.get(address) ??
    load(state, address).finally(() => {
      if (state.inFlight.get(address) === pending) state.inFlight.delete(address);
    });
  state.inFlight.set(address, pending);
  return pending;
}

async function load(state: CacheState, address: string): Promise<CacheEntry> {
  const startedIn = state.generation;
  const response = await state.render(address);
  const entry = await toCacheEntry(state.config, address, response, state.now());
  const old = state.entries.get(address);
  if (old) evict(state, address, old);
  if (entry.expiresAt > state.now() && startedIn === state.generation) {
    state.entries.set(address, entry);
    state.bytes += entry.bytes;
    for (const [key, oldest] of state.entries) {
      if (state.bytes <= BYTES_MAX) break;
      evict(state, key, oldest);
    }
  }
  return entry;
}

function evict(state: CacheState, key: string, entry: CacheEntry): void {
  state.entries.delete(key);
  state.bytes -= entry.bytes;
}

/** Sends a cached response, or 304 if the browser has it. */
async function sendEntry(entry: CacheEntry, req: IncomingMessage, res: ServerResponse): Promise<void> {
  if (entry.etag !== null && matchesETag(req.headers['if-none-match'], entry.etag)) {
    res.writeHead(
      304,
      entry.headers.filter((_, i, all) => all[i - (i % 2)] !== 'content-type'),
    );
    res.end();
    return;
  }
  const encoding = selectEncoding(req.headers['accept-encoding'], entry);
  const body = (await entry.bodies[encoding]) as Buffer;
  const extra = encoding === 'identity' ? [] : ['content-encoding', encoding];
  res.writeHead(entry.status, [...entry.headers, ...extra, 'content-length', String(body.length)]);
  res.end(req.method === 'HEAD' ? undefined : body);
}

function matchesETag(given: string | undefined, etag: string): boolean {
  return given !== undefined && (given === '*' || given.split(',').some((tag) => tag.trim() === etag));
}

async function toCacheEntry(config: Config, address: string, response: Response, now: number): Promise<CacheEntry> {
  if (response.headers.has('set-cookie')) throw new Error(`an answer that sets a cookie is nobody else's: ${address}`);
  const nonce = response.headers.get(NONCE_HEADER);
  const raw = await response.text();
  // Only our own scripts have the nonce. They are allowed by hash instead, since many visitors share the response.
  const hashes = nonce === null ? [] : inlineScriptHashes(raw, nonce);
  const text = nonce === null ? raw : raw.replaceAll(` nonce="${nonce}"`, '');
  const body = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  body.write(text);
  const seconds = response.status === 200 || response.status === 404 ? Number(response.headers.get(CACHE_SECONDS_HEADER) ?? 0) : 0;
  const headers: string[] = Object.entries(SECURITY_HEADERS).flat();
  response.headers.forEach((value, name) => {
    if (name !== CACHE_SECONDS_HEADER && name !== NONCE_HEADER && name !== 'content-length' && name !== 'vary' && name !== 'etag')
      headers.push(name, value);
  });
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('text/html')) headers.push('content-security-policy', pageCsp(config, { hashes }));
  headers.push('vary', 'accept-encoding');
  let etag: string | null = null;
  if (response.status === 200) {
    etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    headers.push('etag', etag);
    if (!response.headers.has('cache-control')) headers.push('cache-control', 'no-cache');
  }
  return {
    expiresAt: now + seconds * 1000,
    status: response.status,
    headers,
    etag,
    bodies: { identity: body },
    bytes: body.length * 1.5 + 2000 + address.length * 4,
  };
}

/** The best encoding that the browser accepts. Its body is created at the first such request and stored in the entry. */
function selectEncoding(accepted: string | undefined, entry: CacheEntry): Encoding {
  const body = entry.bodies.identity as Buffer;
  if (!accepted || body.length < COMPRESS_BYTES_MIN) return 'identity';
  if (/\bbr\b/.test(accepted)) {
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: body.length };
    entry.bodies.br ??= brotli(body, { params });
    return 'br';
  }
  if (!/\bgzip\b/.test(accepted)) return 'identity';
  entry.bodies.gzip ??= gzip(body, { level: 6 });
  return 'gzip';
}
