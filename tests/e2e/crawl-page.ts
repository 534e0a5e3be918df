// The crawler's code inside a page. It runs in the browser before the site's own code.

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
  const BUTTONS =
    'button, summary, a[href], input[type=radio], input[type=checkbox], [role=button], [role=switch], [role=tab], [role=menuitem], input[type=submit], input[type=button], input[type=reset], input[type=image]';
  /** Search terms by page that have results. */
  const SEARCHES: [RegExp, string][] = [
    [/^\/(friends|moderation|operator)/, 'Pal'],
    [/^\/catalog/, 'hat'],
    [/^\/help/, 'password'],
    [/^\/blog/, 'chat'],
    [/^/, 'safari'],
  ];
  let found: Element[] = [];
  let seenLinks: Element[] = [];
  let effects = new Set<string>();
  let pressed: Element | undefined;
  let before = { focus: null as Element | null, url: '', stored: '', scroll: 0 };

  /** A short digest of a long text that is only compared. */
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

  /** The element's place and name, without what is specific to its row. */
  function describeKind(element: Element, words: string[]): string {
    const row = element.closest('li, tr, main article, .toasts > *') ?? (isChoice(element) ? element : null);
    let name = getAccessibleName(element);
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
    return `${row ? 'a row of ' : ''}${place.slice(-5).join(' ')} "${name}"${sends}${doing === undefined ? '' : ` do=${doing}`}`;
  }

  const findLandmark = (element: Element) =>
    element.closest('dialog, [role=dialog], .toasts, main, header, footer, nav, aside') ?? document.body;

  /** An outline of a part of the page that does not depend on the user or on the content of lists. */
  function describeOutline(place: Element, kindsOf: Map<Element, string>, words: string[]): string {
    const kinds = [...kindsOf].filter(([one]) => findLandmark(one) === place).map(([, kind]) => kind);
    const heads = [...place.querySelectorAll('h2, h3, legend')]
      .filter((head) => head.checkVisibility() && !head.closest('li, tr, main article') && findLandmark(head) === place)
      .map((head) => words.reduce((all, word) => all.replaceAll(word, '…'), text(head)).replaceAll(/\d[\d,.:]*/g, '#'));
    return [...new Set([...kinds.filter((kind) => !kind.startsWith('a row of ')), ...heads])].toSorted().join(' | ');
  }

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

  const getForm = (element: Element) =>
    (element instanceof HTMLButtonElement || element instanceof HTMLInputElement) && (element.type === 'submit' || element.type === 'image')
      ? element.form
      : null;
  const listFields = (form: HTMLFormElement | null) =>
    [...(form?.elements ?? [])].filter(
      (field): field is HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement =>
        (field instanceof HTMLInputElement && !/^(hidden|submit|button|reset|image)$/.test(field.type)) ||
        field instanceof HTMLTextAreaElement ||
        field instanceof HTMLSelectElement,
    );
  const isChoice = (field: Element): field is HTMLInputElement =>
    field instanceof HTMLInputElement && /^(radio|checkbox)$/.test(field.type);
  function isMissing(field: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement): boolean {
    if (!field.required && field.getAttribute('aria-required') !== 'true') return false;
    if (field instanceof HTMLInputElement && field.type === 'radio')
      return !listFields(field.form).some((other) => isChoice(other) && other.name === field.name && other.checked);
    return isChoice(field) ? !field.checked : field.value === '';
  }

  /** A link that a script turns into a button: the page opens the game in its player. */
  const opensGame = (link: HTMLAnchorElement) => link.origin !== location.origin && link.hostname === location.hostname && !link.target;
  /** Choices that take effect at once: their form has no submit button. */
  const isAutoSubmitted = (choice: HTMLInputElement) =>
    choice.matches(':enabled:not(:checked)') && !choice.form?.querySelector('[type=submit]:enabled, button:enabled:not([type])');
  function isButton(element: Element): boolean {
    if (element instanceof HTMLAnchorElement) return element.matches('[role]') || opensGame(element);
    return !isChoice(element) || isAutoSubmitted(element);
  }
  /** The element to press: for radio buttons and checkboxes the label, which is the visible part. */
  const getPressTarget = (element: Element | undefined) => (element && isChoice(element) && element.labels?.[0]) || element;
  /** It is disabled until its form is filled in. */
  const isDisabledUntilFilled = (element: Element) =>
    element.matches(':disabled') &&
    listFields(getForm(element)).some((field) => (isChoice(field) ? !isGroupChosen(field) : field.value === ''));
  const isGroupChosen = (field: HTMLInputElement) =>
    listFields(field.form).some((other) => isChoice(other) && other.name === field.name && other.checked);

  function findPageIssues(): string[] {
    const faults: string[] = [];
    if (document.title.trim() === '') faults.push('the page has no title');
    if (document.documentElement.lang !== 'en') faults.push(`the page says its language is '${document.documentElement.lang}'`);
    const heads = [...document.querySelectorAll('h1')].filter((head) => head.checkVisibility());
    if (heads.length !== 1) faults.push(`the page has ${heads.length} main headings: ${heads.map(text).join(' / ')}`);
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
    const double = ids.filter((id, index) => ids.indexOf(id) !== index);
    if (double.length > 0) faults.push(`the id '${double[0]}' is there twice`);
    for (const element of document.querySelectorAll(`${BUTTONS}, input:not([type=hidden]), select, textarea, [tabindex="0"], iframe`))
      if (isVisible(element) && getAccessibleName(element) === '' && !element.hasAttribute('title'))
        faults.push(`this has no name: ${element.outerHTML.slice(0, 120)}`);
    return faults;
  }

  const readStorage = () => JSON.stringify([localStorage, sessionStorage, document.cookie]);

  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      if (!element || element.closest('.star-trail, head') || element.localName === 'time') continue;
      const nodes = [...addedNodes, ...removedNodes];
      if (type === 'childList' && nodes.every((node) => node instanceof HTMLLinkElement || node instanceof HTMLScriptElement)) continue;
      // A list's scroll position, or a button's pressed state, is not a change.
      if (type === 'attributes' && (attributeName === 'style' || (attributeName === 'class' && element === pressed))) continue;
      const own = element.classList[0];
      effects.add(`${type === 'attributes' ? attributeName : type} of ${element.localName}${own === undefined ? '' : `.${own}`}`);
    }
  });

  document.addEventListener(
    'invalid',
    (event) => event.target instanceof Element && effects.add(`missing: ${getAccessibleName(event.target)}`),
    true,
  );
  // Form submissions, file dialogs and navigations are recorded here: the browser reports them only later.
  window.addEventListener('submit', (event) => event.defaultPrevented || effects.add('a form is sent'));
  window.addEventListener('click', ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLInputElement && target.type === 'file') effects.add('a file is asked for');
  });
  window.navigation?.addEventListener('navigate', ({ destination, downloadRequest }) => {
    if (downloadRequest !== null) effects.add('a file comes');
    else if (!destination.sameDocument) effects.add('the page is left');
  });
  const openTab = window.open.bind(window);
  window.open = (...given) => {
    effects.add('another tab');
    return openTab(...given);
  };
  document.addEventListener('fullscreenchange', () => effects.add('full screen'));
  document.addEventListener('play', () => effects.add('something plays'), true);
  const recordCalls = (owner: object | undefined, method: string) => {
    if (owner && method in owner)
      Object.defineProperty(owner, method, {
        configurable: true,
        value: async () => {
          effects.add(method);
        },
      });
  };
  recordCalls(navigator.clipboard, 'writeText');
  if (!navigator.clipboard) Object.defineProperty(navigator, 'clipboard', { value: { writeText: async () => effects.add('writeText') } });
  recordCalls(Navigator.prototype, 'share');
  recordCalls(window, 'print');

  window.crawl = {
    snapshot(words) {
      found = [...document.querySelectorAll(BUTTONS)].filter(
        (element) =>
          isVisible(getPressTarget(element) ?? element) &&
          isButton(element) &&
          (!element.matches(':disabled, [aria-disabled=true]') || isDisabledUntilFilled(element)),
      );
      const all = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')];
      seenLinks = all.filter(isVisible);
      const links: FoundLink[] = all.map((link) => ({
        href: link.getAttribute('href') ?? '',
        rel: link.rel,
        target: link.target,
        isThere: document.getElementById(decodeURIComponent(link.hash.slice(1))) !== null,
        name: getAccessibleName(link),
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
      const kinds = new Map(found.map((element) => [element, describeKind(element, words)]));
      const outlines = new Map<Element, string>();
      const around = (element: Element) => {
        const place = findLandmark(element);
        const outline = outlines.get(place) ?? digest(describeOutline(place, kinds, words));
        outlines.set(place, outline);
        return outline;
      };
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      const buttons = found.map((element, at) => {
        const fields = listFields(getForm(element));
        return {
          kind: kinds.get(element) ?? '',
          name: getAccessibleName(element),
          around: around(element),
          isChrome: element.closest('main, dialog, [role=dialog], .toasts') === null,
          at,
          missing: fields.filter(isMissing).map(getAccessibleName),
          needsFill: element.matches(':disabled'),
          canFill: fields.some((field) => !isChoice(field) && field.type !== 'file' && field.value === '') || fields.some(isMissing),
        };
      });
      return { links, buttons, ids, issues: findPageIssues(), state: window.crawl.state() };
    },
    startRecording(at) {
      pressed = found[at];
      observer.takeRecords();
      effects = new Set();
      before = { focus: document.activeElement, url: location.href, stored: readStorage(), scroll: window.scrollY };
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    changes() {
      const all = [...effects];
      const focus = document.activeElement;
      if (focus !== before.focus && focus !== pressed && focus !== document.body && !pressed?.contains(focus)) all.push('focus');
      if (location.href !== before.url) all.push('address');
      if (readStorage() !== before.stored) all.push('what is kept');
      if (Math.abs(window.scrollY - before.scroll) > 4) all.push('scrolled');
      const form = (pressed && getForm(pressed)) ?? null;
      const message =
        form?.querySelector('[aria-invalid=true], [role=alert], .field-error') ??
        document.querySelector('main [role=alert], dialog [role=alert]');
      return { effects: all, saysMissing: all.some((one) => one.startsWith('missing: ')) || message != null };
    },
    fill(at) {
      const form = getForm(found[at] as Element);
      for (const field of listFields(form)) {
        if (field.matches(':disabled')) continue;
        if (isChoice(field)) {
          if (isMissing(field) || (field.type === 'radio' && !isGroupChosen(field))) field.click();
          continue;
        }
        if (field instanceof HTMLSelectElement ? field.value !== '' : field.value !== '' || field.type === 'file') continue;
        const kind = field instanceof HTMLInputElement ? field.type : 'text';
        const says = `${field.name} ${field.autocomplete} ${getAccessibleName(field)}`;
        const value =
          /password/i.test(says) && kind === 'password'
            ? 'kiti-moto-7'
            : kind === 'email' || /e-?mail/i.test(says)
              ? 'somebody@example.com'
              : kind === 'number' || field.inputMode === 'numeric'
                ? '5'
                : form?.method === 'get' || kind === 'search'
                  ? (SEARCHES.find(([where]) => where.test(location.pathname))?.[1] ?? '')
                  : kind === 'date'
                    ? '2010-04-05'
                    : 'Habari ya leo';
        if (field instanceof HTMLSelectElement) {
          const option = [...field.options].find((one) => one.value !== '');
          if (option) field.value = option.value;
          field.dispatchEvent(new Event('change', { bubbles: true }));
          continue;
        }
        // Like typing: React only notices a value set with the element's own setter.
        const own = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement.prototype : HTMLInputElement.prototype;
        Object.getOwnPropertyDescriptor(own, 'value')?.set?.call(field, value);
        field.dispatchEvent(new Event('input', { bubbles: true }));
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }
    },
    element: (at) => getPressTarget(found[at]),
    link: (at) => seenLinks[at],
    scrollTo: (at) => {
      const element = getPressTarget(found[at]);
      return element ? reach(element) : { coveredBy: null };
    },
    state() {
      const opened = document.querySelectorAll(
        'dialog[open], [role=dialog], details[open], [aria-expanded=true], [aria-invalid=true], .toasts > *',
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
        [...document.querySelectorAll(BUTTONS)]
          .filter(isVisible)
          .map((element) => [getAccessibleName(element), element.matches(':disabled')]),
      ]);
      return {
        text: digest(all),
        openCount: opened,
        historyIndex: window.navigation?.currentEntry?.index ?? 0,
        documentId: performance.timeOrigin,
      };
    },
  };
}
