/** Maximum total size of a game's folder, in bytes. */
export const GAME_BYTES_MAX = 500_000;

/** File types that a game may contain, by extension, with the content type each is served as. */
export const GAME_FILE_TYPES: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  gif: 'image/gif',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  woff2: 'font/woff2',
  wasm: 'application/wasm',
};

/**
 * Whether files with this extension are stored with their Brotli version beside them: those that compression makes smaller, except for pages
 * and scripts, which are changed on their way out (server/game-files.ts).
 */
export function hasStoredBrotli(extension: string): boolean {
  return ['css', 'json', 'svg', 'wasm'].includes(extension);
}

/** An image of a game with fewer bytes than this needs no light version. SVGs are nearly always below it. */
const LIGHT_IMAGE_BYTES = 20_000;

/**
 * The file name under which the light version of a game's image (for data saver) is stored, next to the original; null if none is needed.
 * @param bytes size of the original
 */
export function getLightName(name: string, bytes = Number.POSITIVE_INFINITY): string | null {
  return /^(png|jpg|webp)$/.test(getExtension(name)) && bytes >= LIGHT_IMAGE_BYTES ? `${name}.light.webp` : null;
}

/** The part of a name after its last dot, in lower case. */
export function getExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
