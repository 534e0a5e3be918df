import { hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { LRUCache } from 'lru-cache';
import type { Config } from '../config.server.ts';
import { isCacheablePage } from '../features/offline/rules.ts';
import { CACHEABLE_HEADER } from '../features/offline/schema.ts';
import { STATUS_PATH } from '../features/service-status/schema.ts';
import { createClockCheck } from '../infra/clock-check.ts';
import { inlineScriptHashes, pageCsp, SECURITY_HEADERS } from './headers.ts';
import { addStaleLine, allowStaleScript } from './stale-line.ts';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Set by a handler whose response is the same for every visitor: the number of seconds for which it may be cached. */
export const CACHE_SECONDS_HEADER = 'x-kiddo-shared';

/** The nonce that a page's own inline scripts have before the response is stored in the cache. */
export const NONCE_HEADER = 'x-kiddo-nonce';

/** Set for the cache alone, on a response that could not be made because the database did not answer. */
export const DATABASE_FAILURE_HEADER = 'x-kiddo-database-failure';

/** Maximum total size of all cached responses in one process. */
const BYTES_MAX = 24_000_000;
const COMPRESS_BYTES_MIN = 600;
/** A longer body is kept as bytes, so that it is not encoded again for each request. */
const TEXT_BYTES_MAX = 16_000;

/** A response without the costs of a Response: of what is small, many a second are made. */
export type PlainResponse = {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** For how long it may be cached; 0 if it may not. */
  cacheSeconds: number;
  /** Whether it says only that the database did not answer. */
  isDatabaseFailure?: boolean;
};
/** While the process is overloaded, visitors get pages as last seen, if they expired no longer ago than this, in milliseconds. */
const STALE_IF_OVERLOADED_MS = 10 * 60_000;
/** While the database is away, also older ones: for so long a response is kept after it expired, in milliseconds. */
const STALE_IF_ERROR_MS = 60 * 60_000;
/** After the database failed for an address, its expired response is sent at once for so long, in milliseconds: nobody waits for the next failure. */
const RETRY_MS = 2_000;
/** Says that a response is an old one because none can be made now: for how many seconds it has been expired. */
const STALE_HEADER = 'x-kiddo-stale';
const MINUTE_MS = 60_000;

type Encoding = 'br' | 'gzip' | 'identity';
type CacheEntry = {
  /** For how long it may be cached, in milliseconds; 0 if it may not. */
  ttl: number;
  /** When it expires, in milliseconds since 1970. */
  freshUntil: number;
  status: number;
  /** Header names and values alternate, as writeHead accepts them. */
  headers: string[];
  etag: string | null;
  /** What is sent without compression; a short text stays one, and is sent in one piece with its headers. */
  body: string | Buffer;
  /** Its length in bytes. */
  length: number;
  compressed: { br?: Promise<Buffer>; gzip?: Promise<Buffer> };
  bytes: number;
  /** Until when nobody tries again to make a newer one, in milliseconds since 1970; 0 if the last try did not fail. */
  failedUntil: number;
  /** Whether it is sent although it expired, because no newer one can be made: then it says so. */
  isStale: boolean;
  /** The same as it is sent while no newer one can be made, until it is a minute older; in memory it comes on top of `bytes`. */
  stale: { minutes: number; entry: CacheEntry } | null;
};

export type ResponseCache = {
  /**
   * Responds from the cache, or renders the response; concurrent requests for the same address share one render. While the process is
   * overloaded nothing is rendered, and an expired response is sent.
   * @returns false if there is none: then nothing was sent
   */
  respond(address: string, req: IncomingMessage, res: ServerResponse): Promise<boolean>;
  /** Whether it would have to render the response now. */
  mustRender(address: string): boolean;
  /** Removes everything, and does not store responses that are being rendered now: something was hidden. */
  clear(): void;
};

/**
 * Caches responses that are the same for every visitor for a few seconds, and sends them for longer while none can be made. The handler decides whether its response may be shared
 * (CACHE_SECONDS_HEADER). It gets a request without any personal data: no cookie, no IP address, no language.
 * @param render runs the application for a path on this site
 * @param isOverloaded whether the process has more to do than it can
 * @param onLookup told whether a response was there, or in the making
 */
export function createResponseCache(
  config: Config,
  now: () => number,
  render: (address: string) => Promise<Response | PlainResponse>,
  isOverloaded: () => boolean = () => false,
  onLookup?: (isHit: boolean) => void,
): ResponseCache {
  const entries = new LRUCache<string, CacheEntry>({
    maxSize: BYTES_MAX,
    sizeCalculation: ({ bytes }) => bytes,
    perf: { now },
    ttlResolution: 0,
  });
  const inFlight = new Map<string, Promise<CacheEntry>>();
  let generation = 0;
  // They stay for when the database is away, but they are not new until a time that has not come.
  const checkClock = createClockCheck(now, (at) => {
    for (const entry of entries.values()) {
      entry.freshUntil = Math.min(entry.freshUntil, at);
      entry.failedUntil = Math.min(entry.failedUntil, at);
    }
  });

  async function load(address: string): Promise<CacheEntry> {
    const startedIn = generation;
    const response = await render(address);
    const isDatabaseFailure =
      response instanceof Response ? response.headers.has(DATABASE_FAILURE_HEADER) : response.isDatabaseFailure === true;
    const last = isDatabaseFailure && isUsefulWhenStale(address) ? entries.get(address) : undefined;
    if (last) {
      // Of this address alone: a search that takes too long says nothing about the others.
      last.failedUntil = now() + RETRY_MS;
      return getStaleEntry(last, now());
    }
    const entry = response instanceof Response ? await toPageEntry(config, address, response) : toCacheEntry(address, response);
    entry.freshUntil = now() + entry.ttl;
    if (entry.ttl > 0 && startedIn === generation) entries.set(address, entry, { ttl: entry.ttl + STALE_IF_ERROR_MS });
    return entry;
  }

  /** What is there without rendering: while the process is overloaded or the database away, an expired response too. */
  function findReady(address: string): CacheEntry | Promise<CacheEntry> | null {
    checkClock();
    const cached = entries.get(address);
    if (cached && now() < cached.freshUntil) return cached;
    // Waiting for a render that is under way costs nothing, but the expired response is there at once.
    if (cached && isOverloaded() && now() < cached.freshUntil + STALE_IF_OVERLOADED_MS && pathOf(address) !== STATUS_PATH) return cached;
    const loading = inFlight.get(address);
    // One asks again whether the database is there; the others do not wait for that, since it may not answer at all.
    if (cached && (now() < cached.failedUntil || (cached.failedUntil > 0 && loading))) return getStaleEntry(cached, now());
    return loading ?? null;
  }

  function find(address: string): CacheEntry | Promise<CacheEntry> | null {
    const ready = findReady(address);
    onLookup?.(ready !== null);
    if (ready !== null || isOverloaded()) return ready;
    const loading = load(address).finally(() => {
      if (inFlight.get(address) === loading) inFlight.delete(address);
    });
    inFlight.set(address, loading);
    return loading;
  }

  return {
    mustRender: (address) => findReady(address) === null && !isOverloaded(),
    clear() {
      generation++;
      entries.clear();
      inFlight.clear();
    },
    async respond(address, req, res) {
      const found = find(address);
      if (found === null) return false;
      const entry = found instanceof Promise ? await found : found;
      if (entry.etag !== null && matchesETag(req.headers['if-none-match'], entry.etag)) {
        res.writeHead(
          304,
          entry.headers.filter((_, i, all) => all[i - (i % 2)] !== 'content-type'),
        );
        res.end();
        return true;
      }
      const encoding = selectEncoding(req.headers['accept-encoding'], entry);
      const compressed = encoding === 'identity' ? undefined : await entry.compressed[encoding];
      const extra = compressed === undefined ? [] : ['content-encoding', encoding];
      if (entry.isStale) extra.push(STALE_HEADER, String(Math.max(0, Math.round((now() - entry.freshUntil) / 1000))));
      res.writeHead(entry.status, [...entry.headers, ...extra, 'content-length', String(compressed?.length ?? entry.length)]);
      res.end(req.method === 'HEAD' ? undefined : (compressed ?? entry.body));
      return true;
    },
  };
}

function matchesETag(given: string | undefined, etag: string): boolean {
  return given !== undefined && (given === '*' || given.split(',').some((tag) => tag.trim() === etag));
}

/** The entry of a response that the application rendered. */
async function toPageEntry(config: Config, address: string, response: Response): Promise<CacheEntry> {
  if (response.headers.has('set-cookie')) throw new Error(`an answer that sets a cookie is nobody else's: ${address}`);
  const nonce = response.headers.get(NONCE_HEADER);
  const raw = await response.text();
  // Only our own scripts have the nonce. They are allowed by hash instead, since many visitors share the response.
  const hashes = nonce === null ? [] : inlineScriptHashes(raw, nonce);
  const body = nonce === null ? raw : raw.replaceAll(` nonce="${nonce}"`, '');
  const headers: Record<string, string> = {};
  response.headers.forEach((value, name) => {
    if (!OWN_HEADERS.has(name)) headers[name] = value;
  });
  if (headers['content-type']?.startsWith('text/html')) headers['content-security-policy'] = pageCsp(config, { hashes });
  const seconds = response.status === 200 || response.status === 404 ? Number(response.headers.get(CACHE_SECONDS_HEADER) ?? 0) : 0;
  return toCacheEntry(address, { status: response.status, headers, body, cacheSeconds: seconds });
}

/** Headers that are not passed on: the cache sets them itself, or they are meant for it alone. */
const OWN_HEADERS: ReadonlySet<string> = new Set([
  CACHE_SECONDS_HEADER,
  NONCE_HEADER,
  DATABASE_FAILURE_HEADER,
  'content-length',
  'vary',
  'etag',
]);
const SECURITY_HEADER_LIST = Object.entries(SECURITY_HEADERS).flat();

function toCacheEntry(address: string, { status, headers: given, body: text, cacheSeconds }: PlainResponse): CacheEntry {
  const length = Buffer.byteLength(text);
  const headers = [...SECURITY_HEADER_LIST];
  for (const name in given) headers.push(name, given[name] as string);
  headers.push('vary', 'accept-encoding');
  let etag: string | null = null;
  if (status === 200) {
    etag = `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
    headers.push('etag', etag);
    if (given['cache-control'] === undefined) headers.push('cache-control', 'no-cache');
  }
  return {
    ttl: cacheSeconds * 1000,
    freshUntil: 0,
    status,
    headers,
    etag,
    body: length < TEXT_BYTES_MAX ? text : toBuffer(text, length),
    length,
    compressed: {},
    bytes: Math.ceil(length * 1.5) + 2000 + address.length * 4,
    failedUntil: 0,
    isStale: false,
    stale: null,
  };
}

const pathOf = (address: string): string => address.split('?')[0] as string;

/**
 * Whether an expired response is better than none. Not for pages that are useless when they are old, such as the one that says whether all
 * works, and the forms that are sent to the database. Not for the data of a page either: it has no line that says how old it is.
 */
function isUsefulWhenStale(address: string): boolean {
  const path = pathOf(address);
  return !path.endsWith('.data') && isCacheablePage(path);
}

/** An expired response, as it is sent because no other can be made: it says so, and neither browsers nor the service worker keep it. */
function getStaleEntry(entry: CacheEntry, now: number): CacheEntry {
  const minutes = Math.max(1, Math.round((now - entry.freshUntil + entry.ttl) / MINUTE_MS));
  if (entry.stale?.minutes !== minutes) entry.stale = { minutes, entry: toStaleEntry(entry, minutes) };
  return entry.stale.entry;
}

/** @param minutes since it was made */
function toStaleEntry(entry: CacheEntry, minutes: number): CacheEntry {
  const headers: string[] = ['cache-control', 'no-store'];
  let isPage = false;
  for (let i = 0; i < entry.headers.length; i += 2) {
    const [name = '', value = ''] = entry.headers.slice(i, i + 2);
    if (NOT_OF_STALE.has(name)) continue;
    headers.push(name, name === 'content-security-policy' ? allowStaleScript(value) : value);
    isPage ||= name === 'content-type' && value.startsWith('text/html');
  }
  const stale = { ...entry, headers, etag: null, isStale: true, stale: null };
  if (!isPage) return stale;
  const text = addStaleLine(entry.body.toString(), minutes);
  const length = Buffer.byteLength(text);
  return { ...stale, body: toBuffer(text, length), length, compressed: {} };
}

/** Headers that an expired response does not have: it is not to be kept. */
const NOT_OF_STALE: ReadonlySet<string> = new Set(['etag', 'cache-control', CACHEABLE_HEADER]);

/** A buffer of its own: a part of a shared one would keep all of that in memory. */
function toBuffer(text: string, length: number): Buffer {
  const buffer = Buffer.allocUnsafeSlow(length);
  buffer.write(text);
  return buffer;
}

/** The best encoding that the browser accepts. Its body is created at the first such request and stored in the entry. */
function selectEncoding(accepted: string | undefined, entry: CacheEntry): Encoding {
  if (!accepted || entry.length < COMPRESS_BYTES_MIN) return 'identity';
  if (/\bbr\b/.test(accepted)) {
    const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 5, [zlib.constants.BROTLI_PARAM_SIZE_HINT]: entry.length };
    entry.compressed.br ??= brotli(entry.body, { params });
    return 'br';
  }
  if (!/\bgzip\b/.test(accepted)) return 'identity';
  entry.compressed.gzip ??= gzip(entry.body, { level: 6 });
  return 'gzip';
}
