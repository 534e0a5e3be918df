import dns from 'node:dns/promises';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import net, { isIP, type Socket } from 'node:net';
import tls from 'node:tls';
import ipaddr from 'ipaddr.js';

type DownloadFault = 'bad-address' | 'not-public' | 'not-found' | 'too-many-redirects' | 'too-large' | 'too-slow' | 'unreachable';

/** Why a file could not be fetched. `status`: what the server answered instead of the file. */
export class DownloadError extends Error {
  readonly reason: DownloadFault;
  readonly status: number | null;

  constructor(reason: DownloadFault, status: number | null = null) {
    super(reason);
    this.reason = reason;
    this.status = status;
  }
}

/**
 * Fetches a file of the public internet into memory, from an address that a person typed.
 * @param bytesMax counted as they come
 * @throws DownloadError
 */
export type Download = (address: string, bytesMax: number) => Promise<Buffer>;

export type DownloadOptions = {
  /** All addresses of a host. */
  resolve?(host: string): Promise<string[]>;
  /** A connection to an address, on port 443. */
  connect?(address: string): Socket;
  /** For tests: another certificate authority than the known ones. */
  ca?: string;
  /** For everything together, in milliseconds. */
  timeoutMs?: number;
  /** For connecting to an address of several, in milliseconds; then the next one is tried. */
  connectMs?: number;
};

const TIMEOUT_MS = 20_000;
const CONNECT_MS = 4_000;
const REDIRECTS_MAX = 3;
const ADDRESS_LENGTH_MAX = 2000;
/** The part of IPv6 that is in use for the public internet. */
const GLOBAL = ipaddr.parseCIDR('2000::/3');
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96');

/**
 * Whether an IP address is one host on the public internet: no private network, this machine, a group, or something reserved. An address
 * that carries an IPv4 address is what that one is; of the ways to do so, 6to4 and Teredo are not in use any more.
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.process(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range() === 'unicast';
  return address.match(GLOBAL) && address.range() === 'unicast';
}

/**
 * Creates the function that fetches files. It must not reach what only we can: so it speaks https alone on port 443, each host is looked up
 * once, all of its addresses must be public, and the connection goes to one of those that were checked, the first that can be reached. The
 * same for each redirect. No cookies or passwords are sent, and nothing is unpacked.
 */
export function createDownload({
  resolve = resolveHost,
  connect = (address) => net.connect(443, address),
  ca,
  timeoutMs = TIMEOUT_MS,
  connectMs = CONNECT_MS,
}: DownloadOptions = {}): Download {
  /** A host often has an address of IPv6 before one of IPv4, and many machines have a way to the second alone. */
  async function connectToAny(addresses: string[], signal: AbortSignal): Promise<Socket> {
    for (const [nth, address] of addresses.entries()) {
      const isLast = nth === addresses.length - 1;
      const socket = connect(address);
      try {
        await once(socket, 'connect', { signal: isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(connectMs)]) });
        return socket;
      } catch (error) {
        socket.destroy();
        if (signal.aborted) throw error;
      }
    }
    throw new DownloadError('unreachable');
  }

  async function open(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(host) === 0 ? await raceAbort(resolve(host), signal) : [host];
    if (!addresses.every(isPublicAddress)) throw new DownloadError('not-public');
    const socket = await connectToAny(addresses, signal);
    const request = https.get(url, {
      signal,
      defaultPort: 443,
      headers: { accept: 'application/zip, */*', 'accept-encoding': 'identity', 'user-agent': 'Kiddo', connection: 'close' },
      createConnection: () =>
        tls.connect({
          socket,
          host,
          ...(isIP(host) === 0 && { servername: host }),
          ...(ca !== undefined && { ca }),
          ALPNProtocols: ['http/1.1'],
        }),
    });
    return new Promise((answered, failed) => request.once('response', answered).once('error', failed));
  }

  async function fetchFile(address: string, bytesMax: number, signal: AbortSignal): Promise<Buffer> {
    let url = parseAddress(address);
    for (let redirects = 0; ; redirects++) {
      const response = await open(url, signal);
      const status = response.statusCode ?? 0;
      const { location } = response.headers;
      if (status === 200) return readBody(response, bytesMax);
      response.destroy();
      if (![301, 302, 303, 307, 308].includes(status) || location === undefined) throw new DownloadError('not-found', status);
      if (redirects === REDIRECTS_MAX) throw new DownloadError('too-many-redirects');
      url = parseAddress(location, url);
    }
  }

  return async (address, bytesMax) => {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await fetchFile(address, bytesMax, signal);
    } catch (error) {
      if (error instanceof DownloadError) throw error;
      // Names that do not exist, certificates that are not right, servers that hang up: the caller can do nothing but say so.
      throw new DownloadError(signal.aborted ? 'too-slow' : 'unreachable');
    }
  };
}

/** @param base of a redirect, which may be relative */
function parseAddress(text: string, base?: URL): URL {
  const url = text.length > ADDRESS_LENGTH_MAX ? null : URL.parse(text, base);
  if (!url || url.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.port !== '' || url.hostname === '')
    throw new DownloadError('bad-address');
  return url;
}

async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > bytesMax) throw new DownloadError('too-large');
    chunks.push(chunk);
  }
  // Less than was announced is a connection that broke.
  if (!response.complete) throw new DownloadError('unreachable');
  return Buffer.concat(chunks);
}

async function resolveHost(host: string): Promise<string[]> {
  return (await dns.lookup(host, { all: true })).map(({ address }) => address);
}

/** A look-up cannot be ended, but nobody has to wait for it. */
function raceAbort<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    promise.then(resolve, reject);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
