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
export function isCompressible(ending: string): boolean {
  return ['html', 'js', 'css', 'json', 'svg', 'wasm'].includes(ending);
}

/** A picture of a game that weighs less than this is light enough as it is, in bytes. Drawings (SVG) are, nearly always. */
const LIGHT_ENOUGH = 20_000;

/** How a picture of a game is stored for who saves data, beside itself; null where there is no need to. @param bytes what it weighs */
export function lightName(name: string, bytes = Number.POSITIVE_INFINITY): string | null {
  return /^(png|jpg|webp)$/.test(endingOf(name)) && bytes >= LIGHT_ENOUGH ? `${name}.light.webp` : null;
}

/** The part of a name after its last dot, in small letters. */
export function endingOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1).toLowerCase();
}
