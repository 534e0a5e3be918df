import { createHash } from 'node:crypto';
import { HTMLElement, TextNode } from 'node-html-parser';
import { findRoute } from './crawl-routes.ts';

// What the HTML of a page looks like: equal for two pages that differ only in who they are about and in what is in their lists.

/** What is in them belongs to a list: its elements count, its texts do not, except those of its buttons and fields. */
const ROWS = new Set(['LI', 'TR', 'ARTICLE', 'OPTION', 'TIME']);
/** What surrounds every page, outside of `main`. */
const CHROME = new Set(['HEADER', 'FOOTER', 'NAV']);
const IGNORED = new Set(['SCRIPT', 'STYLE', 'SVG', 'TEMPLATE', 'NOSCRIPT']);
/** What a user can press, follow or fill in, and where it is sent: all that it does is in its attributes. */
const CONTROLS = new Set(['A', 'BUTTON', 'INPUT', 'SELECT', 'TEXTAREA', 'FORM', 'SUMMARY']);
/** Of what is in a row and no control only these attributes count: the others say what the row is about. */
const ROW_ATTRIBUTES = new Set(['class', 'type', 'name', 'role', 'placeholder', 'disabled', 'required', 'hidden', 'inert', 'popover']);
/** Pictures are requested for each user; and how something is drawn is no matter of the HTML. */
const LEFT_OUT = new Set(['src', 'srcset', 'sizes', 'style', 'datetime', 'nonce', 'aria-current', 'checked', 'selected', 'open']);
const ADDRESSES = new Set(['href', 'action', 'formaction']);

/** A text without what is specific to a person, a day or a number. @param words the user's own texts */
function normalizeText(text: string, words: string[]): string {
  return words
    .reduce((all, word) => all.replaceAll(word, '…'), text)
    .replaceAll(/\bPal \w{5}\b|\bKnown \w{4}\b|\b(known|buyer)_\w+/g, '…')
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}|kd-[\da-f]{32}|_R_\w*_/g, '#')
    .replaceAll(/\d[\d,.:]*/g, '#')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** An address without ids and without the values of its query. In a row, only the route: what it is about is the row's own. */
function normalizeAddress(address: string, isRow: boolean, words: string[]): string {
  const [, path = '', query = '', anchor = ''] = /^([^?#]*)(\?[^#]*)?(#.*)?$/.exec(address) ?? [];
  const keys = [...new URLSearchParams(query).keys()].toSorted().join('&');
  const route = isRow && path.startsWith('/') ? findRoute(path) : null;
  return `${route ?? normalizeText(path, words)}?${keys}${isRow ? '' : normalizeText(anchor, words)}`;
}

function describeElement(element: HTMLElement, { isRow, isChrome }: { isRow: boolean; isChrome: boolean }, words: string[]): string {
  const isControl = CONTROLS.has(element.tagName);
  const kept = Object.entries(element.attributes)
    .map(([key, value]) => [key.toLowerCase(), value] as const)
    .filter(([key]) => !LEFT_OUT.has(key) && (!isRow || isControl || ROW_ATTRIBUTES.has(key)))
    // The name of a link in a row is what the row is about. That it has one is checked for each user.
    .filter(([key]) => !isRow || element.tagName !== 'A' || !/^(aria-label|title)$/.test(key))
    // What cannot be changed is a text to copy, such as a friend code.
    .filter(([key]) => key !== 'value' || !element.hasAttribute('readonly'))
    .map(([key, value]) => {
      if (ADDRESSES.has(key)) return `${key}=${normalizeAddress(value, isRow, words)}`;
      // Where to go on afterwards.
      if (key === 'value' && value.startsWith('/')) return `${key}=/`;
      if (key === 'class')
        return `${key}=${value
          .split(/\s+/)
          .filter((one) => !/^(is-|active|on$|open$)/.test(one))
          .join(' ')}`;
      return `${key}=${normalizeText(value, words)}`;
    })
    .toSorted();
  // Outside of rows, texts count by themselves.
  const text = (isRow || isChrome) && /^(BUTTON|SUMMARY)$/.test(element.tagName) ? normalizeText(element.textContent, words) : '';
  return `${element.tagName} ${kept.join(' ')} ${text}`;
}

export type PageOutline = {
  /** A digest of its elements and of the texts outside of its lists. */
  look: string;
  /** What can be pressed or filled in around it. */
  chrome: ReadonlySet<string>;
};

/**
 * The outline of a page. Lists have different lengths: so what is in rows counts once. What can be pressed or filled in
 * counts once per row and with all others of its row, and outside of rows as often as it is there.
 * @param page with placeholders for the user's ids
 * @param words the user's own texts, to be ignored
 */
export function outlinePage(page: HTMLElement, words: string[]): PageOutline {
  const found = new Set<string>();
  const controls: string[] = [];
  const chrome = new Set<string>();
  const visit = (element: HTMLElement, place: { row: string[] | null; isChrome: boolean; isInMain: boolean }) => {
    if (IGNORED.has(element.tagName)) return;
    // A row within a row is a row of its own.
    const isNewRow = ROWS.has(element.tagName);
    const row = isNewRow ? [] : place.row;
    const isControl = CONTROLS.has(element.tagName);
    const isChrome = place.isChrome || (!place.isInMain && CHROME.has(element.tagName));
    const isInMain = place.isInMain || element.tagName === 'MAIN';
    const line = describeElement(element, { isRow: row !== null, isChrome }, words);
    if (!isChrome) found.add(line);
    else if (isControl) chrome.add(line);
    if (isControl && !isChrome) (row ?? controls).push(line);
    for (const child of element.childNodes) {
      if (child instanceof HTMLElement) visit(child, { row, isChrome, isInMain });
      else if (child instanceof TextNode && row === null && !isChrome && child.text.trim() !== '')
        found.add(normalizeText(child.text, words));
    }
    if (isNewRow && !isChrome && row !== null && row.length > 0) found.add(`a row with ${row.toSorted().join(' | ')}`);
  };
  visit(page.querySelector('body') ?? page, { row: null, isChrome: false, isInMain: false });
  const lines = [...found, ...controls].toSorted().join('\n');
  return { look: createHash('sha256').update(lines).digest('base64url'), chrome };
}
