import { CACHEABLE_HEADER, OFFLINE_PAGE } from './schema.ts';

/** How the service worker handles a request. */
export type FetchStrategy =
  /** Not handled, as if there were no worker. */
  | 'pass'
  /** Cache first: the URL changes with the content, so a cached copy never expires. */
  | 'file'
  /** Network first; the cached copy is the fallback when there is no network. */
  | 'page';

export type FetchInfo = { method: string; url: URL; origin: string; isNavigation: boolean; cache: string };

/** Chooses how a request is handled. Only GET requests to our own origin, whose response is the same for everybody, can be cached. */
export function getFetchStrategy({ method, url, origin, isNavigation, cache }: FetchInfo): FetchStrategy {
  if (method !== 'GET' || url.origin !== origin || cache === 'no-store') return 'pass';
  // Images that players uploaded (/avatars/pictures/) are not included.
  if (/^\/(assets|media|brand|stickers|icons|avatars\/of)\//.test(url.pathname) || url.pathname === '/icon.svg') return 'file';
  if (isNavigation) return 'page';
  return 'pass';
}

type ResponseInfo = { status: number; type: string; redirected: boolean; headers: { get(name: string): string | null } };

/** Whether a response may be cached: its header must allow it, and it must contain nothing personal. */
export function isCacheableResponse(response: ResponseInfo): boolean {
  const cacheControl = response.headers.get('cache-control') ?? '';
  return (
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    response.headers.get(CACHEABLE_HEADER) !== null &&
    !/\b(private|no-store)\b/i.test(cacheControl)
  );
}

/**
 * Pages that are useless offline or personal: pages for players only (visitors are redirected to sign in), forms that must be submitted,
 * players' own pages, and URLs that are secret themselves.
 */
const NEVER_CACHED =
  /^\/(profile|friends|chat|notifications|settings|leaving|inventory|avatar-customization|avatars|robux|subscription|moderation|operator|login|signup|confirm-email|reset-password|auth|consent|contact|newsletter|mails|dev|till|offline|status)(\/|$)/i;

/** Whether a page with this path may be cached. */
export function isCacheablePage(pathname: string): boolean {
  return !NEVER_CACHED.test(pathname);
}

/**
 * Whether a file may be cached until it is evicted: its URL changes with its content, or it is part of this build. Neither is true of
 * images that a player draws or deletes.
 */
export function isCacheableFile(response: ResponseInfo, pathname: string): boolean {
  const cacheControl = response.headers.get('cache-control') ?? '';
  const isOurs = /^\/(brand|stickers|icons)\//.test(pathname) || pathname === '/icon.svg';
  const isOpen = /\bimmutable\b/i.test(cacheControl) || isOurs;
  return (
    response.status === 200 && response.type === 'basic' && !response.redirected && isOpen && !/\b(private|no-store)\b/i.test(cacheControl)
  );
}

/**
 * Our own files that an HTML page needs at once: those in its links and module scripts. React Router ends the address of a style sheet that
 * code loads later, too, with a `#`.
 */
export function extractFilePaths(html: string): string[] {
  return matchUnique(html, /["'](\/assets\/[A-Za-z0-9._/-]+)(?:#[a-z0-9-]*)?["']/g);
}

/** Our own images that an HTML page shows. */
export function extractImagePaths(html: string): string[] {
  return matchUnique(html, /\ssrc="(\/(?:media|brand|stickers|avatars\/of)\/[A-Za-z0-9._/-]+)"/g);
}

function matchUnique(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, address = '']) => address))];
}

/** The keys in excess of `max`, oldest first. @param keys in insertion order */
export function getOldestOverLimit<Key>(keys: readonly Key[], max: number): Key[] {
  return keys.slice(0, Math.max(0, keys.length - max));
}

/** Where a request for an uncached page is redirected: to the offline page, which can lead back to it. */
export function urlForOfflineFallback(url: URL): string {
  return `${OFFLINE_PAGE}?from=${encodeURIComponent(url.pathname + url.search)}`;
}

/** Marks a cached page, so that its scripts know that it may be old and does not know the current user. */
export function markAsCached(html: string): string {
  return html.replace('<html ', '<html data-kept="" ');
}

/** A game cannot be saved if it loads anything that cannot be inlined into its page. */
export class NotSavableOfflineError extends Error {}

/** A place in a game's page or stylesheet that references another file. */
export type Reference = { kind: 'script' | 'style' | 'url'; whole: string; name: string };

const SCRIPT = /<script\s+src="([^"]+)"\s*><\/script>/g;
const STYLE = /<link\s+rel="stylesheet"\s+href="([^"]+)"\s*\/?>/g;
const URL_IN_CSS = /url\(\s*["']?(?!data:|#)([^"')]+)["']?\s*\)/g;

/** The files that a game's page loads. @throws NotSavableOfflineError if it loads any in a way that cannot be inlined */
export function parseReferences(html: string): Reference[] {
  const found: Reference[] = [
    ...[...html.matchAll(STYLE)].map(([whole, name = '']): Reference => ({ kind: 'style', whole, name })),
    ...[...html.matchAll(SCRIPT)].map(([whole, name = '']): Reference => ({ kind: 'script', whole, name })),
  ];
  const rest = html.replace(STYLE, '').replace(SCRIPT, '');
  const other = /\b(?:src|href|data)\s*=\s*["']?(?!data:|#)[^"'\s>]/i.exec(rest.replace(/(<script[^>]*>)[\s\S]*?<\/script>/g, '$1'));
  if (other || /type="module"/.test(rest)) throw new NotSavableOfflineError('the page loads what cannot be put into it');
  return found;
}

/** The files that a stylesheet loads. */
export function parseStyleReferences(css: string): Reference[] {
  return [...css.matchAll(URL_IN_CSS)].map(([whole, name = '']): Reference => ({ kind: 'url', whole, name }));
}

/** Replaces the references in a text with the files' contents. @param files by referenced name: their text, or a data URL */
export function inlineReferences(text: string, references: readonly Reference[], files: ReadonlyMap<string, string>): string {
  let result = text;
  for (const { kind, whole, name } of references) {
    const file = files.get(name);
    if (file === undefined) throw new NotSavableOfflineError(`${name} is not there`);
    const render = {
      script: () => `<script>${escapeScript(file)}</script>`,
      style: () => `<style>${escapeStyle(file)}</style>`,
      url: () => `url(${file})`,
    };
    result = result.replace(whole, render[kind]);
  }
  return result;
}

/** A script must not contain its own end tag or start an HTML comment. */
function escapeScript(code: string): string {
  return code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
}

function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}

/** Minimum intervals between checks whether a saved game may still be played, in milliseconds. */
const PLAYERS_CHECK_MS = 3_600_000;
const FREE_CHECK_MS = 86_400_000;

/**
 * How long a saved game need not be checked, in milliseconds. Premium games are checked at once where nobody has premium, and all that belong
 * to a player when their rights may have changed.
 */
export function getCheckInterval(
  game: { isPremium: boolean; belongsToPlayer: boolean },
  viewer: { hasPremium: boolean; mayHaveChanged: boolean },
): number {
  if (!game.belongsToPlayer) return FREE_CHECK_MS;
  return viewer.mayHaveChanged || (game.isPremium && !viewer.hasPremium) ? 0 : PLAYERS_CHECK_MS;
}
