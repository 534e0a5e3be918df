import { HTMLElement, parse } from 'node-html-parser';
import type { FoundLink } from './crawl-page.ts';

// What can be said about a page from its HTML alone, without a browser.

/** Their content is no part of the page while scripts run. */
const OUTSIDE = new Set(['NOSCRIPT', 'TEMPLATE', 'SCRIPT', 'STYLE']);
/** What has to have a name: buttons, links and fields. */
const NAMED = 'button, summary, a[href], input, select, textarea, iframe, [tabindex="0"], [role]';
const NAMED_ROLES = new Set([undefined, 'button', 'switch', 'tab', 'menuitem']);

export type PageContent = {
  /** What is wrong with it. Style sheets may hide what seems wrong: only a browser is sure. */
  issues: string[];
  links: FoundLink[];
  /** The addresses of its pictures, scripts and style sheets. */
  files: string[];
};

/** Parses a page. Comments go first: the server writes some between parts of one text. */
export function parsePage(html: string): HTMLElement {
  return parse(html.replaceAll(/<!--[\s\S]*?-->/g, ''), { blockTextElements: { script: false, style: false, noscript: true } });
}

const textOf = (element: HTMLElement | null | undefined) => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

function* listAncestors(element: HTMLElement): Generator<HTMLElement> {
  for (let at: HTMLElement | null = element; at; at = at.parentNode) yield at;
}

const isOutside = (element: HTMLElement) => [...listAncestors(element)].some(({ tagName }) => OUTSIDE.has(tagName));

/** Whether the HTML says that nobody sees it now. */
function isHidden(element: HTMLElement): boolean {
  return [...listAncestors(element)].some(
    (one) =>
      OUTSIDE.has(one.tagName) ||
      one.hasAttribute('hidden') ||
      one.hasAttribute('inert') ||
      one.hasAttribute('popover') ||
      one.getAttribute('aria-hidden') === 'true' ||
      (one.tagName === 'DIALOG' && !one.hasAttribute('open')) ||
      (one.tagName === 'DETAILS' && !one.hasAttribute('open') && element.tagName !== 'SUMMARY'),
  );
}

/** The name that is read out for an element, as crawl-page-elements.ts finds it in a browser. */
function getName(element: HTMLElement, byId: ReadonlyMap<string, HTMLElement>, labels: readonly HTMLElement[]): string {
  const by = element.getAttribute('aria-labelledby');
  if (by)
    return by
      .split(' ')
      .map((id) => textOf(byId.get(id)))
      .join(' ')
      .trim();
  const label = element.getAttribute('aria-label');
  if (label) return label.trim();
  if (/^(INPUT|SELECT|TEXTAREA)$/.test(element.tagName)) {
    const id = element.getAttribute('id');
    const own = labels.filter((one) => (id !== undefined && one.getAttribute('for') === id) || [...listAncestors(element)].includes(one));
    const said = own.map(textOf).join(' ').trim();
    if (said) return said;
    if (/^(submit|button|reset)$/.test(element.getAttribute('type') ?? '')) return element.getAttribute('value') ?? '';
  }
  const pictures = element.querySelectorAll('img[alt], svg[aria-label], [role=img][aria-label]');
  const said = pictures.map((picture) => picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? '').join(' ');
  return [textOf(element), said.trim()].join(' ').trim() || (element.getAttribute('title') ?? '');
}

function findIssues(page: HTMLElement, ids: readonly string[], nameOf: (element: HTMLElement) => string): string[] {
  const issues: string[] = [];
  if (textOf(page.querySelector('head title')) === '') issues.push('the page has no title');
  const language = page.querySelector('html')?.getAttribute('lang') ?? '';
  if (language !== 'en') issues.push(`the page says its language is '${language}'`);
  const heads = page.querySelectorAll('h1').filter((head) => !isHidden(head));
  if (heads.length !== 1) issues.push(`the page has ${heads.length} main headings: ${heads.map(textOf).join(' / ')}`);
  const double = ids.find((id, index) => ids.indexOf(id) !== index);
  if (double !== undefined) issues.push(`the id '${double}' is there twice`);
  for (const element of page.querySelectorAll(NAMED))
    if (
      NAMED_ROLES.has(element.tagName === 'A' || element.tagName === 'BUTTON' ? undefined : element.getAttribute('role')) &&
      element.getAttribute('type') !== 'hidden' &&
      !isHidden(element) &&
      nameOf(element) === ''
    )
      issues.push(`this has no name: ${element.outerHTML.slice(0, 120)}`);
  return issues;
}

/** The addresses of what the page shows or runs. */
function listFiles(page: HTMLElement): string[] {
  const found = page.querySelectorAll('img, source, video, script[src], link[href]').flatMap((element) => {
    if (isOutside(element) && element.tagName !== 'SCRIPT') return [];
    if (element.tagName === 'LINK')
      return /\b(stylesheet|icon|preload|modulepreload|manifest)\b/.test(element.getAttribute('rel') ?? '')
        ? [element.getAttribute('href')]
        : [];
    const candidates = (element.getAttribute('srcset') ?? '').split(/,\s+/).map((one) => one.trim().split(/\s/)[0]);
    return [element.getAttribute('src'), element.getAttribute('poster'), ...candidates];
  });
  return [...new Set(found.filter((address): address is string => address !== undefined && address.startsWith('/')))];
}

/** Examines a page. @param pathname where it is */
export function examinePage(page: HTMLElement, pathname: string): PageContent {
  const withId = page.querySelectorAll('[id]').filter((element) => !isOutside(element));
  const ids = withId.map((element) => element.getAttribute('id') ?? '');
  const byId = new Map(withId.map((element) => [element.getAttribute('id') ?? '', element]));
  const labels = page.querySelectorAll('label');
  const nameOf = (element: HTMLElement) => getName(element, byId, labels);
  const links: FoundLink[] = page
    .querySelectorAll('a[href]')
    .filter((link) => !link.hasAttribute('download') && !isOutside(link))
    .map((link) => {
      const href = link.getAttribute('href') ?? '';
      const anchor = /#(.*)$/.exec(href)?.[1] ?? '';
      return {
        href,
        rel: link.getAttribute('rel') ?? '',
        target: link.getAttribute('target') ?? '',
        isThere: byId.has(decodeURIComponent(anchor)),
        name: nameOf(link),
      };
    });
  for (const form of page.querySelectorAll('form'))
    if (/^get$/i.test(form.getAttribute('method') ?? 'get') && !isOutside(form))
      links.push({ href: form.getAttribute('action') ?? pathname, rel: '', target: '', name: 'a form that asks', isThere: true });
  return { issues: findIssues(page, ids, nameOf), links, files: listFiles(page) };
}
