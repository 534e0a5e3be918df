/** Larger drawings take seconds on one core. */
const DRAWING_BYTES_MAX = 100_000;
/** Things that are drawn on a layer of their own, each as large as the picture. */
const LAYERS_MAX = 60;

/** Elements that draw others many times over, or whose cost has no bound. Before the name may stand a prefix. */
const COSTLY = /<(?:[^\s<>/:]+:)?(filter|fe[a-z]+|pattern|mask|use|image|marker|include|script|foreignObject)(?![\w.-])/i;
const LAYER = /[\s"';{](?:fill-)?(?:opacity|clip-path|mix-blend-mode|isolation)\s*[:=]/gi;
const DASHES = /stroke-dasharray\s*[:=]\s*["']?\s*([^"';}<>]*)/gi;

/**
 * Why a stranger's drawing (SVG) is not rendered, in words for whoever sent it; null if it is. A timeout does not end the renderer while it
 * draws, and a drawing of a few kilobytes can take minutes: so what has no bound is refused before. Words that could hide from this, such as
 * entities, are refused too.
 */
export function findDrawingFault(bytes: Uint8Array): string | null {
  if (bytes.byteLength > DRAWING_BYTES_MAX) return `a drawing is larger than ${DRAWING_BYTES_MAX / 1000} KB`;
  const text = readText(bytes)?.trimStart();
  if (!text?.startsWith('<') || text.includes('\0')) return 'no picture of a kind that is read';
  const encoding = /^<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/i.exec(text)?.[1];
  if (encoding !== undefined && !/^utf-?8$/i.test(encoding)) return 'a drawing has to be in UTF-8';
  if (/<!(?!--|\[CDATA\[)/.test(text)) return 'a drawing may have no <!DOCTYPE and no <!ENTITY';
  if (text.includes('&#') || text.includes('\\')) return 'a drawing may have no &# and no \\ in it';
  const costly = COSTLY.exec(text)?.[1];
  if (costly !== undefined) return `a drawing may have no <${costly}>`;
  if (/filter/i.test(text)) return 'a drawing may have no filter';
  if ((text.match(/<(?:[^\s<>/:]+:)?svg(?![\w.-])/gi) ?? []).length !== 1) return 'a drawing has exactly one <svg>';
  if (/@import|url\(\s*["']?\s*(?!["'#\s])|\shref\s*=\s*["']\s*(?!["'#\s])|:href\s*=\s*["']\s*(?!["'#\s])/i.test(text))
    return 'a drawing may refer to nothing outside itself';
  const layers = (text.match(LAYER) ?? []).length;
  if (layers > (/<(?:[^\s<>/:]+:)?style/i.test(text) ? 0 : LAYERS_MAX))
    return `a drawing may have opacity and clip-path at most ${LAYERS_MAX} times, and not in <style>`;
  return hasEndlessDashes(text) ? 'a drawing may have no dashes shorter than 0.5 and, with dashes, no numbers from 10000 on' : null;
}

/** Dashes are drawn one by one: their number is the length of a line through the length of a dash. */
function hasEndlessDashes(text: string): boolean {
  const dashes = [...text.matchAll(DASHES)].map(([, value = '']) => value.trim()).filter((value) => value !== 'none' && value !== '');
  if (dashes.length === 0) return false;
  const isShort = (value: string) => !value.split(/[\s,]+/).some((each) => Number.parseFloat(each) >= 0.5);
  return dashes.some(isShort) || /\d{5}|\d[eE]\+?\d|pathLength/.test(text.replaceAll(/#[0-9a-f]{3,8}\b|\.\d+|xmlns[^\s>]*/gi, ''));
}

function readText(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether the first bytes are those of a JPEG, PNG, GIF or WebP: what a renderer of drawings never sees. */
export function isPhoto(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return (
    start.startsWith('\xFF\xD8\xFF') ||
    start.startsWith('\x89PNG\r\n\x1A\n') ||
    start.startsWith('GIF8') ||
    (start.startsWith('RIFF') && start.endsWith('WEBP'))
  );
}
