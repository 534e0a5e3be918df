import { createHash } from 'node:crypto';
import type { Config } from '../config.server.ts';

/** Headers for scripts, styles and fonts. Short, because they are sent with every file; such files open nothing by themselves. */
export const ASSET_HEADERS: Record<string, string> = { 'x-content-type-options': 'nosniff' };

/** In production a browser that came once asks by https alone. */
export function transportSecurity({ mode }: Pick<Config, 'mode'>): Record<string, string> {
  return mode === 'production' ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {};
}

/** Headers of every other response of the site. */
export const SECURITY_HEADERS: Record<string, string> = {
  ...ASSET_HEADERS,
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
};

/**
 * The content security policy of our pages.
 * @param scripts how inline scripts are allowed: by a nonce in one person's response, or by hashes in a shared one
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
    // The WebSocket origin is listed for older browsers, whose 'self' does not include it.
    // The games' origin is listed because a game that is saved for offline play is read from there.
    `connect-src 'self' ${config.origin.replace(/^http/, 'ws')} ${config.gamesOrigin}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    // 'self' allows the frame for games that are saved on this device (offline-frame.ts).
    `frame-src 'self' ${config.gamesOrigin}${hosts}`,
    `form-action ${formActionSources(config)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');
}

/** Targets of our forms: some of our responses redirect to the OAuth issuer, or to Paystack's pages for paying and changing the card. */
function formActionSources(config: Config): string {
  const issuer = config.issuer ? [new URL(config.issuer.issuer).origin] : [];
  const checkout = config.payments.kind === 'paystack' ? ['https://checkout.paystack.com', 'https://paystack.com'] : [];
  return ["'self'", ...issuer, ...checkout].join(' ');
}

/** Hashes of our own inline scripts in a page: only those with the page's nonce. */
export function inlineScriptHashes(html: string, nonce: string): string[] {
  const hashes = new Set<string>();
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (!attributes.includes(`nonce="${nonce}"`) || /\bsrc=/.test(attributes)) continue;
    hashes.add(createHash('sha256').update(body).digest('base64'));
  }
  return [...hashes];
}

/** Policy for pictures and documents that we only deliver: if one is opened by itself, nothing in it runs. */
export const FILE_CSP = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox";

/** The hash of an inline script, as a policy names it. Browsers hash a script with the line ends that their parser gives it. */
export function scriptHash(code: string): string {
  return `'sha256-${createHash('sha256').update(code.replaceAll(/\r\n?/g, '\n')).digest('base64')}'`;
}

/**
 * The content security policies of a game: it runs in a sandbox and can only load its own files. A frame in it could run code of its own,
 * and so could an address such as `javascript:`; therefore inline scripts are named one by one. But a policy that names a hash also lets
 * through a script of any host whose `integrity` has that hash. The second policy names none, and what runs or loads has to be allowed by
 * both: inline scripts by their hash, files by their origin.
 * @param inlineScripts those of a page; null for what is no page, where no script runs
 */
export function gameCsp(config: Config, inlineScripts: readonly string[] | null): string {
  const own = config.gamesOrigin;
  const named = [
    'sandbox allow-scripts allow-pointer-lock',
    "default-src 'none'",
    inlineScripts === null ? "script-src 'none'" : `script-src ${own} 'wasm-unsafe-eval' ${inlineScripts.map(scriptHash).join(' ')}`.trim(),
    `style-src ${own} 'unsafe-inline'`,
    `img-src ${own} data: blob:`,
    `font-src ${own} data:`,
    `media-src ${own} data: blob:`,
    `connect-src ${own} data: blob:`,
    "frame-src 'none'",
    "child-src 'none'",
    "worker-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    `frame-ancestors ${siteOrigins(config).join(' ')}`,
  ].join('; ');
  return inlineScripts === null ? named : `${named}, script-src ${own} 'unsafe-inline' 'wasm-unsafe-eval'`;
}

/** Origins under which the site is opened: in local development, 127.0.0.1 and localhost are the same site. */
export function siteOrigins(config: Config): string[] {
  const url = new URL(config.origin);
  return url.hostname === 'localhost' ? [config.origin, `http://127.0.0.1:${url.port}`] : [config.origin];
}
