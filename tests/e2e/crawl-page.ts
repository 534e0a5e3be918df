import type { FoundButton } from './crawl-page-buttons.ts';

// The crawler's code inside a page. It runs in the browser before the site's own code. What it knows about elements, forms, buttons and
// changes is in its other parts (crawl-page-*.ts); each of them is passed to the browser on its own and sets a property of `window`.

/** A link of a page. */
export type FoundLink = {
  href: string;
  rel: string;
  target: string;
  name: string;
  /** Whether the anchor on this page that it links to exists. */
  isThere: boolean;
  /** Its index among the elements that can be pressed now. */
  at?: number;
};
export type PageSnapshot = {
  links: FoundLink[];
  buttons: FoundButton[];
  ids: string[];
  issues: string[];
  /** Null when the page does not belong to the site. */
  state: PageState | null;
};
/** A digest of what can be pressed and what is open: equal before and after a press without lasting effect. */
export type PageState = {
  text: string;
  /** How many dialogs and menus are open. */
  openCount: number;
  /** The index in the tab's history. */
  historyIndex: number;
  /** Identifies the document: it changes with each page load. */
  documentId: number;
};

export type ScrollResult = {
  /** The element that covers it at every scroll position; null when it can be pressed. */
  coveredBy: string | null;
  /** Its center in the viewport; undefined when it has none, or when a toast covers it, which closes on its own. */
  middle?: { x: number; y: number };
};

export type PageProbe = {
  snapshot(words: string[]): PageSnapshot;
  /** Starts recording changes. @param at the button that will be pressed */
  startRecording(at: number): void;
  /** A short description of the changes since then; and whether the form reports missing input. */
  changes(): { effects: string[]; saysMissing: boolean };
  /** Fills in the fields of a button's form. */
  fill(at: number): void;
  /** The button's element. */
  element(at: number): Element | undefined;
  /** A link that can be pressed. */
  link(at: number): Element | undefined;
  /** Scrolls to a button. */
  scrollTo(at: number): ScrollResult;
  state(): PageState;
};

declare global {
  interface Window {
    crawl: PageProbe;
  }
}

/** It is passed to the browser as text, so it cannot use anything outside of itself. */
export function installPageProbe(): void {
  let seenLinks: Element[] = [];

  /** Scrolls the element to the center of the viewport, or to its top or bottom if something covers it there. */
  function reach(element: Element): ScrollResult {
    let over: Element | null = null;
    for (const block of ['center', 'start', 'end'] as const) {
      element.scrollIntoView({ block, inline: 'center', behavior: 'instant' });
      const box = [...element.getClientRects()].find(({ width, height }) => width > 1 && height > 1);
      if (!box) return { coveredBy: null };
      const middle = { x: box.left + box.width / 2, y: box.top + box.height / 2 };
      over = document.elementFromPoint(middle.x, middle.y);
      if (over && element.contains(over)) return { coveredBy: null, middle };
      if (over?.closest('.toasts')) return { coveredBy: null };
    }
    return { coveredBy: over ? over.outerHTML.slice(0, 120) : 'nothing of it is in the window' };
  }

  function findPageIssues(): string[] {
    const faults: string[] = [];
    if (document.title.trim() === '') faults.push('the page has no title');
    if (document.documentElement.lang !== 'en') faults.push(`the page says its language is '${document.documentElement.lang}'`);
    // What is inert is a picture of another page: nobody reaches its headings.
    const heads = [...document.querySelectorAll('h1')].filter((head) => head.checkVisibility() && head.closest('[inert]') === null);
    if (heads.length !== 1) faults.push(`the page has ${heads.length} main headings: ${heads.map(window.crawlElements.text).join(' / ')}`);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const double = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (double.length > 0) faults.push(`the id '${double[0]}' is there twice`);
    for (const element of document.querySelectorAll(
      `${window.crawlButtons.selector}, input:not([type=hidden]), select, textarea, [tabindex="0"], iframe`,
    ))
      if (
        window.crawlElements.isVisible(element) &&
        window.crawlElements.getAccessibleName(element) === '' &&
        !element.hasAttribute('title')
      )
        faults.push(`this has no name: ${element.outerHTML.slice(0, 120)}`);
    return faults;
  }

  function listLinks(): FoundLink[] {
    // A link to a file opens no page; the tests of its feature download it.
    const all = [...document.querySelectorAll<HTMLAnchorElement>('a[href]:not([download])')];
    seenLinks = all.filter(window.crawlElements.isVisible);
    const links: FoundLink[] = all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      rel: link.rel,
      target: link.target,
      isThere: document.getElementById(decodeURIComponent(link.hash.slice(1))) !== null,
      name: window.crawlElements.getAccessibleName(link),
      at: seenLinks.includes(link) ? seenLinks.indexOf(link) : undefined,
    }));
    for (const form of document.querySelectorAll('form'))
      if (form.method === 'get')
        links.push({
          href: form.getAttribute('action') ?? location.pathname,
          rel: '',
          target: '',
          name: 'a form that asks',
          isThere: true,
        });
    return links;
  }

  window.crawl = {
    snapshot(words) {
      const buttons = window.crawlButtons.list(words);
      const links = listLinks();
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      return { links, buttons, ids, issues: findPageIssues(), state: window.crawl.state() };
    },
    startRecording: (at) => window.crawlChanges.start(window.crawlButtons.get(at)),
    changes: () => window.crawlChanges.read(),
    fill(at) {
      const button = window.crawlButtons.get(at);
      if (button) window.crawlForms.fill(window.crawlForms.getForm(button));
    },
    element: (at) => window.crawlButtons.getPressTarget(at),
    link: (at) => seenLinks[at],
    scrollTo: (at) => {
      const element = window.crawlButtons.getPressTarget(at);
      return element ? reach(element) : { coveredBy: null };
    },
    state() {
      const opened = document.querySelectorAll(
        'dialog[open], [role=dialog]:not([popover]), :popover-open, details[open], [aria-expanded=true], [aria-invalid=true], .toasts > *',
      ).length;
      const all = JSON.stringify([
        location.href,
        opened,
        [...document.querySelectorAll('[aria-pressed], [aria-checked], [aria-selected], input, select, textarea')].map((element) =>
          [
            element.getAttribute('aria-pressed'),
            element.getAttribute('aria-checked'),
            element.getAttribute('aria-selected'),
            element instanceof HTMLInputElement && (element.checked || element.value),
          ].join(),
        ),
        [...document.querySelectorAll(window.crawlButtons.selector)]
          .filter(window.crawlElements.isVisible)
          .map((element) => [window.crawlElements.getAccessibleName(element), element.matches(':disabled')]),
      ]);
      return {
        text: window.crawlElements.digest(all),
        openCount: opened,
        historyIndex: window.navigation?.currentEntry?.index ?? 0,
        documentId: performance.timeOrigin,
      };
    },
  };
}
