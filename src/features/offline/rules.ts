import { CACHEABLE_HEADER, OFFLINE_PAGE } from './schema.ts';

/** What the service worker makes of a request. */
export type FetchStrategy =
  /** Goes its ordinary way, as if there were no worker. */
  | 'pass'
  /** Its address changes with its content: what is kept is right for ever. */
  | 'file'
  /** The network first; what is kept when there is none. */
  | 'page';

export type FetchInfo = { method: string; url: URL; origin: string; isNavigation: boolean; cache: string };

/** How a request is answered. Only what is read from our own origin and looks the same to everybody can ever be kept. */
export function getFetchStrategy({ method, url, origin, isNavigation, cache }: FetchInfo): FetchStrategy {
  if (method !== 'GET' || url.origin !== origin || cache === 'no-store') return 'pass';
  // What a player uploaded (/avatars/pictures/) is not among them.
  if (/^\/(assets|media|brand|stickers|icons|avatars\/of)\//.test(url.pathname) || url.pathname === '/icon.svg') return 'file';
  if (isNavigation) return 'page';
  return 'pass';
}

type ResponseInfo = { status: number; type: string; redirected: boolean; headers: { get(name: string): string | null } };

/** Whether an answer may be kept: it says so itself, and nothing in it belongs to one person. */
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
 * Pages that without a network are of no use, or are somebody's: what only players see (visitors are asked to sign in there), forms that
 * must be sent, players' own pages, and addresses that are a secret themselves.
 */
const NEVER_CACHED =
  /^\/(profile|friends|chat|notifications|settings|leaving|inventory|avatar-customization|avatars|robux|subscription|moderation|operator|login|signup|confirm-email|reset-password|auth|consent|contact|newsletter|mails|dev|till|offline)(\/|$)/i;

/** Whether a page is one to keep. */
export function isCacheablePage(pathname: string): boolean {
  return !NEVER_CACHED.test(pathname);
}

/**
 * Whether a file may be kept until it is pushed out: its address changes with its content, or it came with this build. What a player
 * draws or takes away again is neither.
 */
export function isCacheableFile(response: ResponseInfo, pathname: string): boolean {
  const cacheControl = response.headers.get('cache-control') ?? '';
  const isOurs = /^\/(brand|stickers|icons)\//.test(pathname) || pathname === '/icon.svg';
  const isOpen = /\bimmutable\b/i.test(cacheControl) || isOurs;
  return (
    response.status === 200 && response.type === 'basic' && !response.redirected && isOpen && !/\b(private|no-store)\b/i.test(cacheControl)
  );
}

/** Files of ours that an HTML page needs from the start: what its links and module scripts name. */
export function extractFilePaths(html: string): string[] {
  return matchUnique(html, /["'](\/assets\/[A-Za-z0-9._/-]+)["']/g);
}

/** Pictures of ours that an HTML page shows. */
export function extractImagePaths(html: string): string[] {
  return matchUnique(html, /\ssrc="(\/(?:media|brand|stickers|avatars\/of)\/[A-Za-z0-9._/-]+)"/g);
}

function matchUnique(html: string, pattern: RegExp): string[] {
  return [...new Set([...html.matchAll(pattern)].map(([, address = '']) => address))];
}

/** Which of these are too many, the oldest first. @param keys in the order they were kept */
export function getOldestOverLimit<Key>(keys: readonly Key[], max: number): Key[] {
  return keys.slice(0, Math.max(0, keys.length - max));
}

/** Where one is led who asks for a page that is not kept: to the page that says so, and that knows the way back. */
export function urlForOfflineFallback(url: URL): string {
  return `${OFFLINE_PAGE}?from=${encodeURIComponent(url.pathname + url.search)}`;
}

/** A kept page carries a mark, so that it knows that it may be old and says nothing about who looks at it. */
export function markAsCached(html: string): string {
  return html.replace('<html ', '<html data-kept="" ');
}

/** A game that loads what cannot be put into its page cannot be kept. */
export class NotSavableOfflineError extends Error {}

/** A place in a game's page, or in a stylesheet of it, where another file is named. */
export type Reference = { kind: 'script' | 'style' | 'url'; whole: string; name: string };

const SCRIPT = /<script\s+src="([^"]+)"\s*><\/script>/g;
const STYLE = /<link\s+rel="stylesheet"\s+href="([^"]+)"\s*\/?>/g;
const URL_IN_CSS = /url\(\s*["']?(?!data:|#)([^"')]+)["']?\s*\)/g;

/** The files that a game's page loads. @throws NotSavableOfflineError when it loads some in a way we cannot put into the page */
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

/** A text with the files in the place where they were named. @param files by the name they were called by: their text, or a data address */
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

/** Nothing in a script may end its element, or begin a comment of the page. */
function escapeScript(code: string): string {
  return code.replace(/<\/(script)/gi, '<\\/$1').replace(/<!--/g, '<\\!--');
}

function escapeStyle(css: string): string {
  return css.replace(/<\/(style)/gi, '<\\/$1');
}

/** The address of a premium game's files without what is one player's in it: it names the version of the game. */
export function withoutTicket(src: string): string {
  return src.replace(/\/t\/[^/]+\/games\//, '/games/');
}
