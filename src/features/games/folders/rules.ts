/** A game's folder may weigh this much in all. */
export const GAME_BYTES_MAX = 500_000;

/** Files a game may bring, by ending, and what each is served as. */
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

/** Whether compressing this kind of file makes it smaller. */
export function isCompressible(extension: string): boolean {
  return ['html', 'js', 'css', 'json', 'svg', 'wasm'].includes(extension);
}

/** A picture of a game that weighs less than this is light enough as it is, in bytes. Drawings (SVG) are, nearly always. */
const LIGHT_IMAGE_BYTES = 20_000;

/** How a picture of a game is stored for who saves data, beside itself; null where there is no need to. @param bytes what it weighs */
export function getLightName(name: string, bytes = Number.POSITIVE_INFINITY): string | null {
  return /^(png|jpg|webp)$/.test(getExtension(name)) && bytes >= LIGHT_IMAGE_BYTES ? `${name}.light.webp` : null;
}

/** The part of a name after its last dot, in small letters. */
export function getExtension(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
