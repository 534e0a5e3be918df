import type { Page } from '@playwright/test';
import { findAxeViolationsInTheme, LARGE_TEXT_VIEWPORT } from './axe.ts';
import { findCutWords } from './cut-words.ts';
import type { ScanPass, Width } from './route-pages.ts';
import { waitForHydration } from './site.ts';

// The accessibility checks of a page that can be automated.

const SIZES: Record<Width, { width: number; height: number }> = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
};

/** Links of an email, the only page that is shown in a frame. */
const TABS_PER_FRAME = 4;
/** Chromium stops in a date field at day, month, year and its calendar, all of which are one element. */
const MORE_TABS_PER_DATE = 3;

/** Tabs through the page. @returns the issues found on the way */
async function findKeyboardIssues(page: Page): Promise<string[]> {
  const count = await page.evaluate(trackFocusSteps);
  const frames = await page.locator('iframe').count();
  // The content of a frame is tabbed through too, but not reported.
  if (frames > 0) for (let i = 0; i < count + frames * TABS_PER_FRAME; i++) await page.keyboard.press('Tab');
  else await pressTab(page, count + (await page.locator('input[type=date]').count()) * MORE_TABS_PER_DATE);
  const steps = await page.evaluate(() => (window as unknown as { steps: FocusStep[] }).steps);
  const faults = steps.flatMap(({ name, issues: wrong }) => wrong.map((what) => `keyboard, ${what}: ${name}`));
  if (new Set(steps.map(({ position: place }) => place)).size < count - 1) faults.push(`keyboard, reached ${steps.length} of ${count}`);
  return [...new Set(faults)];
}

/** Presses Tab this many times: the browser processes them in order, so there is no need to wait for each. */
async function pressTab(page: Page, times: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const tab = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 };
  const presses = Array.from({ length: times }, () => [
    session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...tab }),
    session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...tab }),
  ]);
  await Promise.all(presses.flat());
  await session.detach();
}

async function open(page: Page, address: string, width: Width): Promise<void> {
  await page.setViewportSize(SIZES[width]);
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce', forcedColors: 'none' });
  await page.goto(address);
  await waitForHydration(page);
}

/** Whether a page fits a width when the font size is doubled. */
async function findLargeTextIssues(page: Page, size: { width: number; height: number }): Promise<string[]> {
  await page.setViewportSize(size);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%', 'important'));
  // Large text in a window as wide as this one is only checked for readability.
  const faults = [
    ...(size === SIZES.desktop ? [] : await page.evaluate(findLayoutIssues, false)),
    ...(await page.evaluate(findClippedElements)),
    ...(size === LARGE_TEXT_VIEWPORT ? await page.evaluate(findCutWords) : []),
  ];
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  return faults.map((fault) => `${size.width} px and 200 % text, ${fault}`);
}

/** Examines one page in all ways, with axe in these passes. @returns its issues */
export async function findPageIssues(page: Page, address: string, passes: readonly ScanPass[]): Promise<string[]> {
  const faults: string[] = [];
  const themesForWidth = (width: Width) => passes.flatMap(([at, theme]) => (at === width ? [theme] : []));
  const runAxe = async (width: Width) => {
    for (const [place, theme] of themesForWidth(width).entries())
      faults.push(...(await findAxeViolationsInTheme(page, theme, place === 0 ? 'all' : 'colours')).map((fault) => `${width}, ${fault}`));
  };
  const isWide = themesForWidth('desktop').length > 0;
  await open(page, address, isWide ? 'desktop' : 'phone');
  // Content far below is normally rendered only near the viewport; here all of it must be rendered.
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' });
  if (isWide) {
    await runAxe('desktop');
    faults.push(
      ...(await page.evaluate(findLayoutIssues, true)).map((fault) => `desktop, ${fault}`),
      ...(await findLargeTextIssues(page, SIZES.desktop)),
    );
    await page.setViewportSize(SIZES.phone);
  }
  await runAxe('phone');
  await page.emulateMedia({ colorScheme: 'light' });
  faults.push(...(await page.evaluate(findLayoutIssues, true)), ...(await findKeyboardIssues(page)));
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...(await page.evaluate(findForcedColorsIssues)));
  await page.emulateMedia({ forcedColors: 'none' });
  await page.evaluate(fillWidestTexts);
  faults.push(...(await findLargeTextIssues(page, LARGE_TEXT_VIEWPORT)));
  return faults.map((fault) => `${address}: ${fault}`);
}

/** Examines only the frame of a page whose content was examined for another role. @returns its issues */
export async function findFrameIssues(page: Page, address: string): Promise<string[]> {
  const faults: string[] = [];
  await open(page, address, 'phone');
  for (const size of [SIZES.phone, SIZES.desktop]) {
    await page.setViewportSize(size);
    faults.push(...(await page.evaluate(findLayoutIssues, false)), ...(await page.evaluate(findHeadingIssues)));
  }
  faults.push(...(await findLargeTextIssues(page, LARGE_TEXT_VIEWPORT)));
  return [...new Set(faults)].map((fault) => `${address}: ${fault}`);
}

// The following functions run in the page, so they cannot use anything outside of themselves.

/** A step of the keyboard focus. */
type FocusStep = { name: string; position: number; issues: string[] };

/** The layout issues of a page as it is. @param withTargets whether to measure the size of pressable elements too */
function findLayoutIssues(withTargets: boolean): string[] {
  const MIN_TARGET_PX = 43.5;
  const faults: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  if (document.documentElement.scrollWidth > window.innerWidth) {
    const overflowing = [...document.body.querySelectorAll('*')].filter((element) => {
      const { right, width } = element.getBoundingClientRect();
      if (right <= window.innerWidth + 1 || width === 0 || element.closest('.visually-hidden') || !element.checkVisibility()) return false;
      for (let up = element.parentElement; up && up !== document.body; up = up.parentElement)
        if (getComputedStyle(up).overflowX !== 'visible') return false;
      return true;
    });
    faults.push(`sticks out (${document.documentElement.scrollWidth} px): ${overflowing.slice(0, 3).map(nameOf).join(', ')}`);
  }
  for (const element of document.querySelectorAll<HTMLElement>('[tabindex]'))
    if (element.tabIndex > 0) faults.push(`a place of its own in the order of the keyboard: ${nameOf(element)}`);
  for (const animation of document.getAnimations()) {
    const { duration, iterations } = animation.effect?.getComputedTiming() ?? {};
    if (animation.playState === 'running' && (Number(duration) > 200 || iterations === Infinity))
      faults.push(`moves where motion is unwanted: ${nameOf((animation.effect as KeyframeEffect).target as Element)}`);
  }
  if (!withTargets) return faults;
  const controls = document.querySelectorAll<HTMLElement>(
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=option], [role=switch]',
  );
  for (const control of controls) {
    if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.visually-hidden, [inert], [aria-hidden="true"]'))
      continue;
    // The label can be pressed instead of a small box.
    const label = control instanceof HTMLInputElement ? control.labels?.[0] : undefined;
    const areas = [control, ...(label ? [label] : [])].map((each) => each.getBoundingClientRect());
    if (areas.every(({ width }) => width === 0)) continue;
    if (areas.some(({ width, height }) => width >= MIN_TARGET_PX && height >= MIN_TARGET_PX)) continue;
    // A link in running text is as high as its line (the exception of WCAG 2.5.5 and 2.5.8).
    const block = control.parentElement;
    const isInText = getComputedStyle(control).display.startsWith('inline') && block !== null && isText(block, control);
    if (isInText) continue;
    // The clickable area of some extends beyond their box: a card is one link.
    control.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const isHit = (dx: number, dy: number) => {
      const hit = document.elementFromPoint(Math.min(window.innerWidth - 1, Math.max(0, x + dx)), y + dy);
      return hit !== null && (control.contains(hit) || (label?.contains(hit) ?? false));
    };
    const reach = (dx: number, dy: number) => {
      let far = 0;
      while (far < 22 && isHit(dx * far, dy * far)) far++;
      return far;
    };
    const wide = Math.max(width, reach(1, 0) + reach(-1, 0));
    const high = Math.max(height, reach(0, 1) + reach(0, -1));
    if (wide < MIN_TARGET_PX || high < MIN_TARGET_PX)
      faults.push(`hard to hit (${Math.round(wide)} x ${Math.round(high)} px): ${nameOf(control)}`);
  }
  window.scrollTo(0, 0);
  return faults;

  function isText(around: Element, within: Element): boolean {
    return [...around.childNodes].some(
      (node) => node !== within && node.nodeType === Node.TEXT_NODE && /[\p{L}\p{N}]{2}/u.test(node.textContent ?? ''),
    );
  }
}

/** Parts of an article that cannot be read because they are cut off beyond the edge and cannot be scrolled to. */
function findClippedElements(): string[] {
  const clipped = [...document.querySelectorAll('main:has(.article-band) *')].filter((element) => {
    if (element.getBoundingClientRect().right <= window.innerWidth + 1 || !element.checkVisibility()) return false;
    if (element.closest('.visually-hidden, .contact-trap') !== null) return false;
    for (let up = element.parentElement; up; up = up.parentElement) if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return false;
    return true;
  });
  return clipped.map(
    (element) => `is cut off: ${element.tagName.toLowerCase()}.${[...element.classList].join('.')} ${element.textContent?.slice(0, 40)}`,
  );
}

/** Issues of the heading order: there is one h1, and no level is skipped. */
function findHeadingIssues(): string[] {
  const levels = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')]
    .filter((heading) => heading.checkVisibility({ visibilityProperty: true }))
    .map((heading) => Number(heading.tagName.slice(1)));
  const faults = levels.filter((level) => level === 1).length === 1 ? [] : ['has not one heading of the page'];
  if (levels.some((level, place) => place > 0 && level > (levels[place - 1] ?? 0) + 1))
    faults.push(`leaves out headings: ${levels.join(' ')}`);
  return faults;
}

/** Replaces dates and ages by their widest form: a layout that fits in the morning must fit at any time. */
function fillWidestTexts(): void {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = (text.nodeValue ?? '')
      .replace(/\b\d{1,2}:\d{2}( |\u202f)[AP]M\b/g, '10:48$1PM')
      .replace(/\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{1,2}\b/g, 'Nov 28')
      .replace(/\b(January|February|March|April|May|June|July|August|October|November|December) (?=\d)/g, 'September ')
      .replace(/\b\d{1,2}(?=[mhd] ago\b)/g, '48')
      .replace(/\bToday\b/g, 'Yesterday');
}

/** Prepares the page for tabbing through: each step is examined. @returns the number of steps */
function trackFocusSteps(): number {
  const steps: FocusStep[] = [];
  (window as unknown as { steps: FocusStep[] }).steps = steps;
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const look = (element: Element) => {
    const { boxShadow, backgroundColor, borderColor } = getComputedStyle(element);
    return [boxShadow, backgroundColor, borderColor].join(' ');
  };
  const focusables = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:not(:disabled), input:not([type=hidden], :disabled), select, textarea, summary, [tabindex="0"]',
    ),
  ].filter((door) => door.tabIndex >= 0 && door.checkVisibility({ visibilityProperty: true }) && !door.closest('[inert]'));
  // The keyboard reaches only one radio button of a group.
  const groups = new Set<string>();
  const tabStops = focusables.filter((door) => {
    if (!(door instanceof HTMLInputElement) || door.type !== 'radio') return true;
    const isNew = !groups.has(door.name);
    groups.add(door.name);
    return isNew;
  });
  const before = new Map(focusables.map((door) => [door, look(door)]));
  // A list may grow on the way: its new items are visited too.
  const met: Element[] = [];
  let last: DOMRect | null = null;
  let height = 0;
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return;
    const faults: string[] = [];
    let isSeen = look(target) !== before.get(target);
    for (let at: Element | null = target, up = 0; at && up < 3; at = at.parentElement, up++) {
      // A card's link is outlined around the whole card.
      for (const { outlineStyle, outlineWidth } of [getComputedStyle(at), getComputedStyle(at, '::after')])
        if (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) isSeen = true;
    }
    if (!isSeen) faults.push('the focus cannot be seen');
    const box = target.getBoundingClientRect();
    const bar = document.querySelector('.tab-bar');
    const barTop = bar?.checkVisibility() ? bar.getBoundingClientRect().top : window.innerHeight;
    if (!bar?.contains(target)) {
      if (box.top > barTop - 4) faults.push('the focus lies behind the bar');
      const now = new DOMRect(box.left + window.scrollX, box.top + window.scrollY, box.width, box.height);
      // Upwards and not to the right: no reader goes there.
      // Unless a list grew meanwhile, which moves what is below it.
      if (
        last &&
        height === document.documentElement.scrollHeight &&
        !target.matches('.skip') &&
        !target.closest('dialog') &&
        now.bottom <= last.top - 40 &&
        now.left < last.right - 4 &&
        now.left <= last.left
      )
        faults.push('the order goes back up');
      last = now;
      height = document.documentElement.scrollHeight;
    }
    if (!met.includes(target)) met.push(target);
    steps.push({ name: nameOf(target), position: met.indexOf(target), issues: faults });
  });
  return tabStops.length;
}

/** Issues in forced-colors mode, where shadows and backgrounds are gone. */
function findForcedColorsIssues(): string[] {
  const faults: string[] = [];
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()}.${[...element.classList].join('.')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`;
  const brightness = (colour: string) =>
    /[\d.]+/g.exec(colour) ? (colour.match(/[\d.]+/g) ?? []).slice(0, 3).reduce((sum, part) => sum + Number(part), 0) : 0;
  const backgroundOf = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const ground = getComputedStyle(at).backgroundColor;
      if (!ground.endsWith(', 0)')) return ground;
    }
    return 'rgb(255, 255, 255)';
  };
  for (const control of document.querySelectorAll<HTMLElement>('button, .btn, input:not([type=hidden]), select, textarea, summary')) {
    if (
      !control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      control.closest('.visually-hidden, [aria-hidden="true"]')
    )
      continue;
    const style = getComputedStyle(control);
    const sides = [style.borderTopWidth, style.borderBottomWidth, style.outlineStyle === 'none' ? '0' : style.outlineWidth];
    const hasEdge = sides.some((side) => parseFloat(side) >= 1);
    // The system draws its own boxes.
    const isDrawn = style.appearance !== 'none' && /^(checkbox|radio)$/.test((control as HTMLInputElement).type);
    if (!hasEdge && !isDrawn && !style.textDecorationLine.includes('underline'))
      faults.push(`strong colours, has no edge: ${nameOf(control)}`);
    const words = control.textContent?.trim() ?? '';
    if (words !== '' && Math.abs(brightness(style.color) - brightness(backgroundOf(control))) < 150)
      faults.push(`strong colours, cannot be read: ${nameOf(control)}`);
  }
  return [...new Set(faults)];
}
