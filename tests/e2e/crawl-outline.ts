import { createHash } from 'node:crypto';

// What the HTML of a page looks like: equal for two pages that differ only in who they are about and in what is in their lists.

/** Without an end tag. */
const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr']);
/** What is in them belongs to a list: its elements count, its texts do not. */
const ROWS = new Set(['li', 'tr', 'article', 'option', 'time']);
/** What surrounds every page, outside of `main`. */
const CHROME = new Set(['header', 'footer', 'nav']);
const IGNORED = new Set(['script', 'style', 'svg', 'template']);
const TAG = /<(\/?)([a-z][a-z\d]*)((?:[^>"]|"[^"]*")*)>([^<]*)/g;
const ATTRIBUTE = /\s(class|type|name|role|method|action|href|aria-label|placeholder|disabled|required|hidden|inert)(?:="([^"]*)")?/g;

/** A text without what is specific to a person, a day or a number. @param words the user's own texts */
function normalizeText(text: string, words: string[]): string {
  return words
    .reduce((all, word) => all.replaceAll(word, '…'), text)
    .replaceAll(/\bPal \w{5}\b|\bKnown \w{4}\b|\b(known|buyer)_\w+/g, '…')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|kd-[\da-f]{32}/g, '#')
    .replaceAll(/\d[\d,.:]*/g, '#')
    .trim();
}

/**
 * A digest of the elements of a page and of the texts outside of its lists, each once, without what surrounds every page.
 * @param html with placeholders for the user's ids
 * @param words the user's own texts, to be ignored
 */
export function digestOutline(html: string, words: string[]): string {
  const found = new Set<string>();
  const open: string[] = [];
  const isIn = (names: ReadonlySet<string>) => open.some((name) => names.has(name));
  const body = html.slice(Math.max(html.indexOf('<body'), 0)).replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>|<!--[\s\S]*?-->/g, '');
  for (const [, end, name = '', attributes = '', text = ''] of body.matchAll(TAG)) {
    if (end === '/') open.length = Math.max(open.lastIndexOf(name), 0);
    else if (!VOID.has(name)) open.push(name);
    if (isIn(IGNORED) || (isIn(CHROME) && !open.includes('main'))) continue;
    const isRow = isIn(ROWS);
    if (end !== '/') {
      const kept = [...attributes.matchAll(ATTRIBUTE)]
        // The target and the name of what is in a row are its own.
        .filter(([, key = '']) => !isRow || !['href', 'action', 'aria-label'].includes(key))
        .map(
          ([, key = '', value = '']) =>
            `${key}=${normalizeText(/^(href|action)$/.test(key) ? (value.split('?', 1)[0] ?? '') : value, words)}`,
        );
      found.add(`${name} ${kept.join(' ')}`);
    }
    if (!isRow && text.trim() !== '') found.add(normalizeText(text, words));
  }
  return createHash('sha256')
    .update([...found].toSorted().join('\n'))
    .digest('base64url');
}
