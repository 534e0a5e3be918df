// The buttons of a page. It runs in the browser before the site's own code.

/** A button that can be pressed now. Equal buttons of a list have the same `kind`. */
export type FoundButton = {
  kind: string;
  name: string;
  isChrome: boolean;
  /** A digest of the other buttons in the same part of the page, and of that part's headings. */
  around: string;
  at: number;
  missing: string[];
  canFill: boolean;
  /** It is disabled until its form is filled in. */
  needsFill: boolean;
};

/** What the other parts of the crawler's code in a page know about buttons. */
export type ButtonProbe = {
  /** What may be a button. */
  selector: string;
  /** Finds the buttons that can be pressed now. @param words the user's own texts, to be ignored */
  list(words: string[]): FoundButton[];
  /** A button of the latest list. */
  get(at: number): Element | undefined;
  /** The element to press for it: for radio buttons and checkboxes the label, which is the visible part. */
  getPressTarget(at: number): Element | undefined;
};

declare global {
  interface Window {
    crawlButtons: ButtonProbe;
  }
}

/** It is passed to the browser as text, so it cannot use anything outside of itself. */
export function installButtonProbe(): void {
  const selector =
    'button, summary, a[href], input[type=radio], input[type=checkbox], [role=button], [role=switch], [role=tab], [role=menuitem], input[type=submit], input[type=button], input[type=reset], input[type=image]';
  let found: Element[] = [];

  /** What a button does without a script, if it does not just send its form. */
  function describeType(element: Element): string {
    const does = ['type', 'formaction', 'popovertarget', 'popovertargetaction', 'commandfor', 'command'].flatMap((name) => {
      const value = element.getAttribute(name);
      // The ids of what it opens may be those of a row.
      return value === null || value === 'submit'
        ? []
        : [/type|action$|command$/.test(name) && name !== 'formaction' ? `${name}=${value}` : name];
    });
    return element instanceof HTMLButtonElement && does.length > 0 ? ` ${does.join(' ')}` : '';
  }

  /** The element's place and name, without what is specific to its row. */
  function describeKind(element: Element, words: string[]): string {
    const row = element.closest('li, tr, main article, .toasts > *') ?? (window.crawlForms.isChoice(element) ? element : null);
    let name = window.crawlElements.getAccessibleName(element);
    for (const word of words) name = name.replaceAll(word, '…');
    name = name.replaceAll(/\bPal \w{5}\b|\bKnown \w{4}\b|\b(known|buyer)_\w+/g, '…').replaceAll(/\d[\d,.:]*/g, '#');
    // In a row: only the action, not its object.
    if (row) name = name.split(' ')[0] ?? '';
    const place: string[] = [];
    for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
      const own = [...at.classList].filter((one) => !/^(is-|active|on$|open$)/.test(one))[0];
      if (at === element || at.matches('main, header, footer, nav, aside, section, dialog, form, ul, ol, table, [role]'))
        place.unshift(`${at.localName}${own === undefined ? '' : `.${own}`}`);
    }
    const sends = element instanceof HTMLButtonElement && element.name !== '' ? ` (${element.name}=${row ? '' : element.value})` : '';
    const doing =
      element instanceof HTMLButtonElement
        ? element.form?.querySelector<HTMLInputElement>('input[type=hidden][name=do]')?.value
        : undefined;
    return `${row ? 'a row of ' : ''}${place.slice(-5).join(' ')} "${name}"${sends}${doing === undefined ? '' : ` do=${doing}`}${describeType(element)}`;
  }

  const findLandmark = (element: Element) =>
    element.closest('dialog, [role=dialog], .toasts, main, header, footer, nav, aside') ?? document.body;

  /** An outline of a part of the page that does not depend on the user or on the content of lists. */
  function describeOutline(place: Element, kindsOf: Map<Element, string>, words: string[]): string {
    const kinds = [...kindsOf].filter(([one]) => findLandmark(one) === place).map(([, kind]) => kind);
    const heads = [...place.querySelectorAll('h2, h3, legend')]
      .filter((head) => head.checkVisibility() && !head.closest('li, tr, main article') && findLandmark(head) === place)
      .map((head) =>
        words.reduce((all, word) => all.replaceAll(word, '…'), window.crawlElements.text(head)).replaceAll(/\d[\d,.:]*/g, '#'),
      );
    return [...new Set([...kinds.filter((kind) => !kind.startsWith('a row of ')), ...heads])].toSorted().join(' | ');
  }

  /** A link that a script turns into a button: the page opens the game in its player. */
  const opensGame = (link: HTMLAnchorElement) => link.origin !== location.origin && link.hostname === location.hostname && !link.target;
  /** Choices that take effect at once: their form has no submit button. */
  const isAutoSubmitted = (choice: HTMLInputElement) =>
    choice.matches(':enabled:not(:checked)') && !choice.form?.querySelector('[type=submit]:enabled, button:enabled:not([type])');
  function isButton(element: Element): boolean {
    if (element instanceof HTMLAnchorElement) return element.matches('[role]') || opensGame(element);
    return !window.crawlForms.isChoice(element) || isAutoSubmitted(element);
  }
  /** The element to press: for radio buttons and checkboxes the label, which is the visible part. */
  const getPressTarget = (element: Element | undefined) =>
    (element && window.crawlForms.isChoice(element) && element.labels?.[0]) || element;
  /** It is disabled until its form is filled in. */
  const isDisabledUntilFilled = (element: Element) =>
    element.matches(':disabled') &&
    window.crawlForms
      .listFields(window.crawlForms.getForm(element))
      .some((field) => (window.crawlForms.isChoice(field) ? !window.crawlForms.isGroupChosen(field) : field.value === ''));

  function list(words: string[]): FoundButton[] {
    found = [...document.querySelectorAll(selector)].filter(
      (element) =>
        window.crawlElements.isVisible(getPressTarget(element) ?? element) &&
        isButton(element) &&
        (!element.matches(':disabled, [aria-disabled=true]') || isDisabledUntilFilled(element)),
    );
    const kinds = new Map(found.map((element) => [element, describeKind(element, words)]));
    const outlines = new Map<Element, string>();
    const around = (element: Element) => {
      const place = findLandmark(element);
      const outline = outlines.get(place) ?? window.crawlElements.digest(describeOutline(place, kinds, words));
      outlines.set(place, outline);
      return outline;
    };
    return found.map((element, at) => {
      const fields = window.crawlForms.listFields(window.crawlForms.getForm(element));
      return {
        kind: kinds.get(element) ?? '',
        name: window.crawlElements.getAccessibleName(element),
        around: around(element),
        isChrome: element.closest('main, dialog, [role=dialog], .toasts') === null,
        at,
        missing: fields.filter(window.crawlForms.isMissing).map(window.crawlElements.getAccessibleName),
        needsFill: element.matches(':disabled'),
        canFill:
          fields.some((field) => !window.crawlForms.isChoice(field) && field.type !== 'file' && field.value === '') ||
          fields.some(window.crawlForms.isMissing),
      };
    });
  }

  window.crawlButtons = { selector, list, get: (at) => found[at], getPressTarget: (at) => getPressTarget(found[at]) };
}
