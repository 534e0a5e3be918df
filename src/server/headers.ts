import { createHash } from 'node:crypto';
import type { Config } from '../config.server.ts';

/** Of what a page is made of (scripts, styles, fonts): they open nothing by themselves, and each byte comes with every file. */
export const ASSET_HEADERS: Record<string, string> = { 'x-content-type-options': 'nosniff' };

/** Headers of every other answer of the site. */
export const SECURITY_HEADERS: Record<string, string> = {
  ...ASSET_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/**
 * The policy of our pages.
 * @param scripts how inline scripts are allowed: a nonce for one person's response, or hashes for a shared one.
 */
export function pageCsp(config: Config, scripts: { nonce: string } | { hashes: string[] }): string {
  const inline = 'nonce' in scripts ? `'nonce-${scripts.nonce}'` : scripts.hashes.map((hash) => `'sha256-${hash}'`).join(' ');
  const hosts = config.mediaHosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'none'",
    `script-src 'self' ${inline}`.trim(),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data:${hosts}`,
    "font-src 'self'",
    // Named too, for older browsers whose 'self' is no WebSocket.
    // The games' origin too: a game that is to be kept is read from there.
    `connect-src 'self' ${config.origin.replace(/^http/, 'ws')} ${config.gamesOrigin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // 'self': the frame of games that are kept on this device (offline-frame.ts).
    `frame-src 'self' ${config.gamesOrigin}${hosts}`,
    `form-action ${formActionSources(config)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Where our forms lead: some answers of ours send on to the sign-in site, or to where cards are paid and mended. */
function formActionSources(config: Config): string {
  const issuer = config.issuer ? [new URL(config.issuer.issuer).origin] : [];
  const checkout = config.payments.kind === 'paystack' ? ['https://checkout.paystack.com', 'https://paystack.com'] : [];
  return ["'self'", ...issuer, ...checkout].join(' ');
}

/** Hashes of the inline scripts that we wrote into a page: those that carry its nonce, and no others. */
export function inlineScriptHashes(html: string, nonce: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\bsrc=/.test(attributes)) continue;
    hashes.add(createHash('sha256').update(body).digest('base64'));
  }
  return [...hashes];
}

/** Pictures and documents that we only hand out: should one be opened by itself, nothing in it runs. */
export const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** The policy of a game: it runs in a sandbox and reaches nothing but its own files. */
export function gameCsp(config: Config): string {
  const own = config.gamesOrigin;
  return [
    'sandbox allow-scripts allow-pointer-lock',
    "default-src 'none'",
    `script-src ${own} 'unsafe-inline' 'wasm-unsafe-eval'`,
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own} data: blob:`,
    `connect-src ${own} data: blob:`,
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${siteOrigins(config).join(' ')}`,
  ].join('; ');
}

/** Addresses the site is opened by: on a person's own machine 127.0.0.1 and localhost are the same place. */
export function siteOrigins(config: Config): string[] {
  const url = new URL(config.origin);
  return url.hostname === 'localhost' ? [config.origin, `http://127.0.0.1:${url.port}`] : [config.origin];
}
