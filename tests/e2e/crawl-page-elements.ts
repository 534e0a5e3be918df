// What a page's elements look like to a user. It runs in the browser before the site's own code.

/** What the other parts of the crawler's code in a page know about an element. */
export type ElementProbe = {
  text(of: Element | null): string;
  /** Whether a user sees it: it is neither hidden nor behind a modal dialog. */
  isVisible(element: Element): boolean;
  getAccessibleName(element: Element): string;
  /** A short digest of a long text that is only compared. */
  digest(long: string): string;
};

declare global {
  interface Window {
    crawlElements: ElementProbe;
  }
}

/** It is passed to the browser as text, so it cannot use anything outside of itself. */
export function installElementProbe(): void {
  function digest(long: string): string {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (const char of long) {
      const code = char.codePointAt(0) ?? 0;
      one = Math.imul(one ^ code, 2654435761);
      other = Math.imul(other ^ code, 1597334677);
    }
    return `${(one >>> 0).toString(36)}-${(other >>> 0).toString(36)}`;
  }

  const text = (of: Element | null) => (of?.textContent ?? '').replaceAll(/\s+/g, ' ').trim();

  /** Caches results for hundreds of elements during one snapshot: nothing changes before it is complete. */
  function cachePerSnapshot<Given extends WeakKey, T>(find: (given: Given) => T): (given: Given) => T {
    let known: WeakMap<Given, { is: T }> | undefined;
    return (given) => {
      if (!known) queueMicrotask(() => (known = undefined));
      known ??= new WeakMap();
      const held = known.get(given);
      if (held) return held.is;
      const is = find(given);
      known.set(given, { is });
      return is;
    };
  }

  const findModal = cachePerSnapshot((of: Document) =>
    [...of.querySelectorAll('dialog[open]')].findLast((dialog) => dialog.matches(':modal')),
  );

  const isVisible = cachePerSnapshot((element: Element): boolean => {
    if (element.closest('[inert], [aria-hidden=true]') || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      return false;
    const modal = findModal(document);
    if (modal && !modal.contains(element)) return false;
    return [...element.getClientRects()].some(({ width, height }) => width > 1 && height > 1);
  });

  const getAccessibleName = cachePerSnapshot((element: Element): string => {
    const by = element.getAttribute('aria-labelledby');
    if (by)
      return by
        .split(' ')
        .map((id) => text(document.getElementById(id)))
        .join(' ')
        .trim();
    const label = element.getAttribute('aria-label');
    if (label) return label.trim();
    if (element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element instanceof HTMLTextAreaElement) {
      const labels = [...(element.labels ?? [])].map(text).join(' ').trim();
      if (labels) return labels;
      if (element instanceof HTMLInputElement && /^(submit|button|reset)$/.test(element.type)) return element.value;
    }
    const pictures = [...element.querySelectorAll('img[alt], svg[aria-label], [role=img][aria-label]')];
    const said = pictures
      .map((picture) => picture.getAttribute('alt') ?? picture.getAttribute('aria-label') ?? '')
      .join(' ')
      .trim();
    return [text(element), said].join(' ').trim() || (element.getAttribute('title') ?? '');
  });

  window.crawlElements = { text, isVisible, getAccessibleName, digest };
}
