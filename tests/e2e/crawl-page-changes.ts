// What changes on a page after a press. It runs in the browser before the site's own code.

/** Records changes from one press to the next. */
export type ChangeProbe = {
  /** @param button the one that will be pressed */
  start(button: Element | undefined): void;
  /** A short description of the changes since then; and whether the form reports missing input. */
  read(): { effects: string[]; saysMissing: boolean };
};

declare global {
  interface Window {
    crawlChanges: ChangeProbe;
  }
}

/** It is passed to the browser as text, so it cannot use anything outside of itself. */
export function installChangeProbe(): void {
  let effects = new Set<string>();
  let pressed: Element | undefined;
  let before = { focus: null as Element | null, url: '', stored: '', scroll: 0 };

  const readStorage = () => JSON.stringify([localStorage, sessionStorage, document.cookie]);

  const observer = new MutationObserver((records) => {
    for (const { type, target, attributeName, addedNodes, removedNodes } of records) {
      const element = target instanceof Element ? target : target.parentElement;
      // The number of waiting cases and its announcement change by themselves.
      if (!element || element.closest('.star-trail, .waiting-link, .waiting-link + [role=status], head') || element.localName === 'time')
        continue;
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
    (event) => event.target instanceof Element && effects.add(`missing: ${window.crawlElements.getAccessibleName(event.target)}`),
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
  // No attribute tells that a popover opened.
  document.addEventListener('beforetoggle', () => effects.add('something opens or closes'), true);
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

  window.crawlChanges = {
    start(button) {
      pressed = button;
      observer.takeRecords();
      effects = new Set();
      before = { focus: document.activeElement, url: location.href, stored: readStorage(), scroll: window.scrollY };
      observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    },
    read() {
      const all = [...effects];
      const focus = document.activeElement;
      if (focus !== before.focus && focus !== pressed && focus !== document.body && !pressed?.contains(focus)) all.push('focus');
      if (location.href !== before.url) all.push('address');
      if (readStorage() !== before.stored) all.push('what is kept');
      if (Math.abs(window.scrollY - before.scroll) > 4) all.push('scrolled');
      const form = (pressed && window.crawlForms.getForm(pressed)) ?? null;
      const message =
        form?.querySelector('[aria-invalid=true], [role=alert], .field-error') ??
        document.querySelector('main [role=alert], dialog [role=alert]');
      return { effects: all, saysMissing: all.some((one) => one.startsWith('missing: ')) || message != null };
    },
  };
}
